/** 128 + the signal's number, as shells report a command that a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** A terminal and a launcher may both deliver the same Ctrl-C; only a later one means "now". */
const REPEAT_MS = 500;

export interface Interrupt {
  signal: AbortSignal;
  /** The exit code once a signal came; null before. */
  exitCode(): number | null;
}

/** Turns the first signal into an abort, so that work ends in order, and a second one into an end at once. */
export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let first: { code: number; at: number } | null = null;
  for (const [name, code] of Object.entries(EXIT_CODES)) {
    process.on(name, () => {
      if (first && Date.now() - first.at > REPEAT_MS) process.exit(code);
      first ??= { code, at: Date.now() };
      controller.abort();
    });
  }
  return { signal: controller.signal, exitCode: () => first?.code ?? null };
}
