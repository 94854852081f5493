import { directive } from "micromark-extension-directive";

type Extension = ReturnType<typeof directive>;
type Constructs = NonNullable<Extension["flow"]>[string];
type Construct = Exclude<NonNullable<Constructs>, readonly unknown[]>;

function toList(constructs: Constructs): readonly Construct[] {
  return [constructs ?? []].flat();
}

type NameToken = "directiveTextName" | "directiveLeafName";

const colon = 58;
const directives = directive();
const [container, ...leaves] = toList(directives.flow?.[colon]);

/**
 * Directives for the parser of Markdown. Text directives have one of the names, and never stand behind a word: `10:30`,
 * `read:users` and `key:value` are text. So is a line of two colons without a word, `::1`.
 */
export function directivesFor(names: readonly string[]): Extension {
  const known = new Set(names);
  const inLine = toList(directives.text?.[colon])
    .flatMap((construct) => [
      named(construct, "directiveTextName", (name) => known.has(name)),
      beforeColon(construct, known),
    ])
    .map((construct): Construct => ({
      ...construct,
      previous(code) {
        const isWord = code !== null && code > 0 && /\w/.test(String.fromCharCode(code));
        return !isWord && (construct.previous?.call(this, code) ?? true);
      },
    }));
  const onLine = leaves.map((leaf) => named(leaf, "directiveLeafName", (name) => /^[a-z]/i.test(name)));
  return { text: { [colon]: inLine }, flow: { [colon]: container === undefined ? onLine : [container, ...onLine] } };
}

function named(construct: Construct, type: NameToken, isName: (name: string) => boolean): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return construct.tokenize.call(this, effects, (code) => (isName(nameIn(this, type)) ? ok(code) : nok(code)), nok);
    },
  };
}

/** The library leaves `:support:` to emoji; here it's a directive before a colon. */
function beforeColon(construct: Construct, known: ReadonlySet<string>): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      let name = "";
      return (code) => {
        effects.enter("directiveText");
        effects.enter("directiveTextMarker");
        effects.consume(code);
        effects.exit("directiveTextMarker");
        effects.enter("directiveTextName");
        return inName;
      };
      function inName(code: Parameters<typeof ok>[0]): ReturnType<typeof ok> {
        const sign = code === null || code < 0 ? "" : String.fromCharCode(code);
        if (/[\w-]/.test(sign)) {
          name += sign;
          effects.consume(code);
          return inName;
        }
        if (code !== colon || !known.has(name)) return nok(code);
        effects.exit("directiveTextName");
        effects.exit("directiveText");
        return ok(code);
      }
    },
  };
}

function nameIn(context: ThisParameterType<Construct["tokenize"]>, type: NameToken): string {
  const [, token] = context.events.findLast(([kind, { type: own }]) => kind === "exit" && own === type) ?? [];
  return token === undefined ? "" : context.sliceSerialize(token);
}
