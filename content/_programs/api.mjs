// Calls the API, and decides by the class of the status what may be done next.
import { setTimeout as wait } from "node:timers/promises";

const { API_BASE, API_AUTH } = process.env;
if (!API_BASE || !API_AUTH) throw new Error("Set API_BASE and API_AUTH first.");

/** `isOpen` is true when nobody can tell whether the request took effect. */
export class ApiError extends Error {
  constructor(message, { status = null, isOpen = false, retryAfter = 0, cause } = {}) {
    super(message, { cause });
    Object.assign(this, { status, isOpen, retryAfter });
  }
}

/**
 * Sends a request. When its outcome is open, a GET is sent again, later each time; anything else
 * is not: look for the record first. Times are in milliseconds.
 */
export async function call(method, path, { pause = 1_000, ...options } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(method, path, options);
    } catch (error) {
      if (method !== "GET" || attempt === 4 || !error.isOpen) throw error;
      await wait(Math.max(pause * 2 ** attempt, error.retryAfter * 1_000));
    }
  }
}

async function send(method, path, { json, form, timeout = 30_000 }) {
  const headers = { Authorization: API_AUTH };
  if (json) headers["Content-Type"] = "application/json";
  const body = json ? JSON.stringify(json) : form;
  const request = `${method} ${path}`;
  const { status, later, text } = await fetch(API_BASE + path, {
    method,
    headers,
    body,
    redirect: "manual", // following one can lose the body
    signal: AbortSignal.timeout(timeout),
  })
    .then(async (response) => ({
      status: response.status,
      later: Number(response.headers.get("Retry-After")),
      text: await response.text(),
    }))
    .catch((cause) => {
      throw new ApiError(`${request}: no complete response`, { isOpen: true, cause });
    });
  if (status < 200 || status > 299) {
    const isOpen = status === 408 || status === 429 || status >= 500;
    const retryAfter = later || 0; // in seconds; a date isn't understood
    throw new ApiError(`${request}: ${status} ${text}`, { status, isOpen, retryAfter });
  }
  try {
    return text === "" ? null : JSON.parse(text);
  } catch (cause) {
    throw new ApiError(`${request}: ${status} with a body that isn't JSON`, {
      status,
      isOpen: true,
      cause,
    });
  }
}
