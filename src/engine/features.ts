/** Every ranking stage has a name and a switch, so that the bench can turn one off at a time. */
export const FEATURES = [
  'bm25', // first stage for prose
  'symbols', // definitions by name
  'text', // live ripgrep leg of identifier queries
  'files', // file names
  'defboost', // definitions of the asked name lead
  'stemboost', // file stem equals a query word
  'pathwords', // directory words match query words
  'coherence', // a file hit by many chunks gains
  'classpenalty', // tests, docs, generated, vendored count less unless asked for
  'diversity', // second and later hits of a file decay
  'injection', // definitions missing from the candidates are added
  'escalation', // an exact query without hits becomes prose
  'pack', // prose groups arrive as live code
] as const;
export type Feature = (typeof FEATURES)[number];
export type FeatureSet = ReadonlySet<Feature>;

export const ALL_FEATURES: FeatureSet = new Set(FEATURES);

/**
 * Reads a feature spec: comma-separated names; `-name` switches one off, `only=a+b` keeps just those.
 * Returns the set, or the first unknown name.
 */
export function parseFeatures(spec: string): { ok: true; features: FeatureSet } | { ok: false; unknown: string } {
  const set = new Set<Feature>(FEATURES);
  for (const item of spec
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const only = item.startsWith('only=');
    const names = only ? item.slice(5).split('+') : [item.replace(/^[-+]/, '')];
    for (const name of names) if (!isFeature(name)) return { ok: false, unknown: name };
    if (only) set.clear();
    for (const name of names as Feature[]) {
      if (item.startsWith('-')) set.delete(name);
      else set.add(name);
    }
  }
  return { ok: true, features: set };
}

function isFeature(name: string): name is Feature {
  return (FEATURES as readonly string[]).includes(name);
}
