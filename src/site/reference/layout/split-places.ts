import { listOf, type NamedSchema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { pageBudget, type ReferencePlace, type Run } from "#shared/contract/reference.ts";

import { listsOfOperation } from "./operation-lists.ts";
import { type Fold, type PageList, toList, valueFolds, wordsFor } from "./page-lists.ts";
import type { PartScales } from "./weigh-parts.ts";
import { fits, joinWeights, type Weight, without } from "./weigh-text.ts";

/** A place that gets a page of its own, and those inside it that do. */
export interface SplitPlace {
  readonly place: ReferencePlace;
  /** The names that lead there, from the schema or the operation that holds it. */
  readonly path: readonly string[];
  /** What it has of that: `fields 501–1,000`; empty for all. */
  readonly words: string;
  /** Its address below that of what holds it. */
  readonly slug: readonly string[];
  readonly parts: readonly SplitPlace[];
}

interface Splitting {
  readonly scales: PartScales;
  /** What a page has room for. */
  readonly room: Weight;
}

/** The places of a schema that do not stay on its page. */
export function splitSchema({ anchor, schema, ...named }: NamedSchema, tools: Splitting): readonly SplitPlace[] {
  const list = listOf(schema);
  const content = { kind: "fields", schema: list, isInner: false } as const;
  return splitPage(
    {
      whole: tools.scales.schema({ anchor, schema, ...named }),
      lists: [toList({ anchor, path: [], words: wordsFor(list), content }, tools.scales)],
      folds: valueFolds(list, { anchor, path: [] }, tools.scales),
    },
    tools,
  );
}

/** The places of an operation that do not stay on its page, where all named schemas are links. */
export function splitOperation(
  operation: Operation,
  { whole, schemas }: { readonly whole: Weight; readonly schemas: SchemaByName },
  tools: Splitting,
): readonly SplitPlace[] {
  return splitPage({ whole, ...listsOfOperation(operation, schemas, tools.scales) }, tools);
}

/** A page that is more than there is room for. */
interface LargePage {
  readonly whole: Weight;
  readonly lists: readonly PageList[];
  /** What is folded beside the lists. */
  readonly folds: readonly Fold[];
}

/** A reader finds a place among so many. */
const maxPlaces = 60;

/**
 * Takes out what is folded, the heaviest first, until the rest has room. Where that is not enough, or would be a page for every
 * trifle, only what is large leaves, or has no list that could go on on further pages, as long lists then do.
 */
function splitPage({ whole, lists, folds }: LargePage, tools: Splitting): readonly SplitPlace[] {
  const all = [...lists.flatMap(({ entries }) => entries.flatMap((entry) => entry.folds)), ...folds];
  const heaviest = heaviestOf(all, whole, tools.room);
  const isEnough = heaviest.size <= maxPlaces && fits(restOf(whole, heaviest), tools.room);
  const taken = isEnough ? heaviest : new Set([...all.filter(isLarge), ...foldsBeside({ whole, lists, folds }, tools)]);
  const places = all.filter((fold) => taken.has(fold)).map((fold) => toPlace(fold, tools));
  return isEnough ? places : [...places, ...cutLists(lists, whole, { ...tools, taken })];
}

/** What leaves so that half of the page is left to the lists. */
function foldsBeside({ whole, lists, folds }: LargePage, { room }: Splitting): ReadonlySet<Fold> {
  const listed = joinWeights(lists.flatMap(({ entries }) => entries.map(({ weight }) => weight)));
  return heaviestOf(folds, without(whole, listed), partOf(room, 2));
}

function isLarge({ weight }: Fold): boolean {
  return shareOf(weight) > 0.1;
}

function heaviestOf(folds: readonly Fold[], whole: Weight, room: Weight): ReadonlySet<Fold> {
  const taken = new Set<Fold>();
  let rest = whole;
  for (const fold of [...folds].sort((a, b) => shareOf(b.weight) - shareOf(a.weight))) {
    if (fits(rest, room)) break;
    taken.add(fold);
    rest = restOf(rest, [fold]);
  }
  return taken;
}

function shareOf({ elements, bytes }: Weight): number {
  return Math.max(elements / pageBudget.elements, bytes / pageBudget.bytes);
}

/** What leads to a place that was taken out. */
const linkWeight: Weight = { elements: 4, bytes: 300 };

function restOf(whole: Weight, taken: Iterable<Fold>): Weight {
  let rest = whole;
  for (const { weight } of taken) rest = without(rest, without(weight, linkWeight));
  return rest;
}

function toPlace({ weight, ...at }: Fold, tools: Splitting): SplitPlace {
  const { anchor, path, content, words } = at;
  const isValues = content.kind === "values";
  return {
    place: { anchor, content, run: null, anchors: [anchor] },
    path,
    words: isValues ? words : "",
    slug: [path.join("-"), ...(isValues ? [words] : [])],
    parts: fits(weight, tools.room)
      ? []
      : splitPage({ whole: weight, lists: [toList(at, tools.scales)], folds: [] }, tools),
  };
}

interface Cutting extends Splitting {
  /** What has pages of its own. */
  readonly taken: ReadonlySet<Fold>;
}

/** Each list has its share of what a page has room for; the rest of a longer one goes on on further pages. */
function cutLists(lists: readonly PageList[], whole: Weight, tools: Cutting): readonly SplitPlace[] {
  const { taken, room } = tools;
  const weighed = lists
    .filter(({ entries }) => entries.length > 0)
    .map((list) => {
      const weights = list.entries.map(({ weight, folds }) =>
        restOf(
          weight,
          folds.filter((fold) => taken.has(fold)),
        ),
      );
      return { list, weights, sum: joinWeights(weights) };
    });
  const others = without(restOf(whole, taken), joinWeights(weighed.map(({ sum }) => sum)));
  const share = partOf(without(room, others), weighed.length);
  return weighed.flatMap(({ list, weights, sum }) => {
    if (fits(sum, share)) return [];
    const pages = taken.size + Math.ceil(list.entries.length / list.most + 2 * shareOf(sum));
    const links = { elements: pages * linkWeight.elements, bytes: pages * linkWeight.bytes };
    const rooms = { first: without(share, links), other: without(room, links), most: list.most };
    return toRuns(weights, rooms).map((run, index) => toRunPlace(list, run, index + 2));
  });
}

function partOf({ elements, bytes }: Weight, count: number): Weight {
  return { elements: elements / count, bytes: bytes / count };
}

interface Rooms {
  /** What is left where the list begins. */
  readonly first: Weight;
  readonly other: Weight;
  readonly most: number;
}

/** The runs of a list after the first, which stays where the list begins and may be empty. */
function toRuns(weights: readonly Weight[], { first, other, most }: Rooms): readonly Run[] {
  const starts = [0];
  let [start, left] = [0, first];
  for (const [index, weight] of weights.entries()) {
    const isFull = index - start >= most || !fits(weight, left);
    if (isFull && (index > start || starts.length === 1)) {
      starts.push((start = index));
      left = other;
    }
    left = without(left, weight);
  }
  return starts.map((from, index) => ({ first: from, end: starts[index + 1] ?? weights.length })).slice(1);
}

function toRunPlace({ anchor, path, words, content, entries }: PageList, run: Run, page: number): SplitPlace {
  const list = content.kind === "fields" ? [] : [words.split(" ")[0] ?? ""];
  return {
    place: { anchor, content, run, anchors: entries.slice(run.first, run.end).flatMap((entry) => entry.anchor ?? []) },
    path,
    words: `${words} ${(run.first + 1).toLocaleString("en-US")}–${run.end.toLocaleString("en-US")}`,
    slug: [path.join("-"), ...list, String(page)],
    parts: [],
  };
}
