import type { Readable, Writable } from 'node:stream';

/** The parts of a process the command line talks to. */
export interface Streams {
  stdin: Readable;
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  env: Record<string, string | undefined>;
}

export interface Terminal {
  /** Writes to stdout and resolves when the system has taken it, or nobody reads any more. */
  print(text: string): Promise<void>;
  /** Writes one line to stderr. */
  complain(line: string): Promise<void>;
  /** Colours on stdout are welcome. */
  colour: boolean;
  /** stderr is a terminal that can redraw its last line. */
  redraws: boolean;
  streams: Streams;
}

export function openTerminal(streams: Streams): Terminal {
  const { stdout, stderr, env } = streams;
  const smart = env['TERM'] !== 'dumb';
  // A reader that has seen enough (`| head`) closes the pipe: a normal end and no failure of ours.
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe);
  return {
    print: (text) => write(stdout, text),
    complain: (line) => write(stderr, `${line}\n`),
    colour: stdout.isTTY === true && smart && !env['NO_COLOR'],
    redraws: stderr.isTTY === true && smart,
    streams,
  };
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (text === '' || stream.destroyed) resolve();
    else stream.write(text, () => resolve());
  });
}
