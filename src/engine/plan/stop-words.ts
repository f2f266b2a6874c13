/**
 * Words that carry no meaning in a question about code. They are kept in the index (whole, unstemmed) and left out
 * of queries, unless nothing else is left. "show", "find" and "list" stay content: they are also names of functions.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those there here it its they them their we us our you your i me my he she his her',
    'is are was were be been being am do does did doing done has have had having can could should would will shall',
    'may might must of in on at to from by with without into onto for as about over under between through during',
    'before after and or but nor not no if then else than so because while until',
    'how what where when why which who whom whose',
    'any all some each every both either neither other another such same own more most less least very too also just',
    'only ever never still already yet again please',
    'doesn don didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn cannot',
    's t d m re ve ll',
  ]
    .join(' ')
    .split(' '),
);

/** True for a folded word that questions are full of and answers are not told apart by. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded);
}
