import { execFileSync, spawnSync } from "node:child_process";

export const hasPython = spawnSync("python3", ["--version"]).status === 0;

export interface PythonCall {
  readonly method: string;
  /** With its query, encoded. */
  readonly url: string;
  /** A user and password appear as `Authorization: basic user:password`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** A stub of the package `requests`, which needn't be installed: it records the requests. */
const recorder = `
import builtins, io, json, sys, types, urllib.parse
calls = []
class Response:
    status_code = 200
    text = '{}'
    def raise_for_status(self): pass
def record(method):
    def call(url, params={}, headers={}, auth=None, json=None, **options):
        query = '?' + urllib.parse.urlencode(params) if params else ''
        basic = {} if auth is None else {'Authorization': 'basic ' + b':'.join(auth).decode()}
        calls.append({'method': method, 'url': url + query, 'headers': {**basic, **headers}, 'json': json})
        return Response()
    return call
requests = types.ModuleType('requests')
for method in ['get', 'put', 'post', 'patch', 'delete']: setattr(requests, method, record(method))
sys.modules['requests'] = requests
write = sys.stdout.write
builtins.open = lambda *a, **k: io.BytesIO(b'')
builtins.print = lambda *a, **k: None
for sample in json.load(sys.stdin): exec(compile(sample, 'sample.py', 'exec'), {})
write(json.dumps(calls, default=repr))
`;

/** The requests that samples in Python send when they run in a folder. */
export function recordPython(
  samples: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = process.cwd(),
): readonly PythonCall[] {
  const options = { input: JSON.stringify(samples), encoding: "utf8", cwd } as const;
  const output = execFileSync("python3", ["-c", recorder], { ...options, env: { ...env, PATH: process.env["PATH"] } });
  return JSON.parse(output);
}
