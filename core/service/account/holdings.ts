/**
 * A resource of which clients may hold a limited amount together. Its unit decides which client is admitted:
 *
 * - `bytes`: the sum never exceeds the limit, and a client may hold as much as it leaves free for others:
 *   alone half of the limit, each of two a third. More than that is admitted only while nothing at all is
 *   held. An answer holds its seat before its result, so no result of more than half is sent. Strict,
 *   because the memory of a host has an end.
 * - `count`: any client while there is room, then those below an equal part of the limit. A place costs
 *   little, so one client may have all of them, and the next gets its part above the limit.
 */
export interface Holding {
  readonly unit: 'bytes' | 'count'
  /** The option that sets the limit, or the limit itself. */
  readonly limit: string | number
  /** The sentence of the refusal, which says what to do. */
  readonly refusal: string
}

/** Everything that clients can make a host hold, apart from what a cache drops by itself. */
export const holdings = {
  /** Bodies of requests, and results and files in answers, until those are read. */
  answers: {
    unit: 'bytes',
    limit: 'answerBytes',
    refusal: 'Answers that are not read yet hold as much as they may (--answer-bytes); read those first.',
  },
  /** Pictures that wait to be drawn, by client and function: neighbours may share the address of a client. */
  pictures: {
    unit: 'count',
    limit: 32,
    refusal: 'As many pictures of this specimen wait to be drawn as may; ask for this one again later.',
  },
  /** Polls of jobs that wait for news (`progress?wait=`). */
  polls: {
    unit: 'count',
    limit: 1024,
    refusal: 'As many polls of jobs wait for news as may; ask without wait, or again later.',
  },
  /** Jobs that run. */
  jobs: {
    unit: 'count',
    limit: 'jobLimit',
    refusal: 'As many jobs are running as may (--job-limit); try again when some have ended.',
  },
  /** Rooms with peers, and those that were left, by the client that each was opened for. */
  rooms: {
    unit: 'count',
    limit: 1000,
    refusal: 'This host has as many rooms as it keeps; try again later.',
  },
  /** The states of these rooms. */
  states: {
    unit: 'bytes',
    limit: 256 * 2 ** 20,
    refusal: 'The states of rooms hold as much as they may; close a view, remove notes, or try again later.',
  },
  /** The results that these rooms show, and those that sessions of agents keep. */
  results: {
    unit: 'bytes',
    limit: 'cacheBytes',
    refusal: 'The rooms of this host hold as many bytes as they may; close a view, or try again later.',
  },
  /** Sessions of agents (`/mcp`), beside their messages: 1,000 of them; one client alone has half. */
  sessions: {
    unit: 'bytes',
    limit: 64 * 2 ** 20,
    refusal: 'As many sessions of agents are open as may be; end one, or try again later.',
  },
  /** Messages of these sessions, kept for agents that lose their connection. */
  replays: {
    unit: 'bytes',
    limit: 64 * 2 ** 20,
    refusal: 'Agents that lost their connection have left as much unread as may be; ask again.',
  },
  /** Files that clients have brought as parameters, and those that are arriving; a small one counts more. */
  files: {
    unit: 'bytes',
    limit: 'fileBytes',
    refusal:
      'The files of callers hold as much as they may (--file-bytes), and this client its share of it; ' +
      'delete some (DELETE /api/files/…), or wait until they expire.',
  },
  /** Results that runs take as parameters, from their arrival to the end of these runs. */
  data: {
    unit: 'bytes',
    limit: 'cacheBytes',
    refusal:
      'The data of runs that wait hold as much as they may (--cache-bytes), and this client its share of ' +
      'it; ask again when some have ended, or for smaller data.',
  },
  /** Bytes that were sent to peers of rooms and that these have not read, in the kernels too. */
  backlogs: {
    unit: 'bytes',
    limit: 256 * 2 ** 20,
    refusal: 'Peers of rooms have left as much unread as may be; come again later.',
  },
} as const satisfies { readonly [name: string]: Holding }

/** The name of one of {@link holdings}. */
export type HoldingName = keyof typeof holdings

/** The options that set limits of {@link holdings}. */
export interface HoldingLimits {
  readonly answerBytes: number
  readonly jobLimit: number
  readonly cacheBytes: number
  readonly fileBytes: number
}
