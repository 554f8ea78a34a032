/**
 * A resource of which clients may hold a limited amount together. Its unit decides which client is admitted:
 *
 * - `bytes`: the sum never exceeds the limit, and a client may hold as much as it leaves free for others:
 *   alone half of the limit, each of two a third. More than that is admitted while nothing else is held.
 *   Strict, because the memory of a host has an end.
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

/** Everything outside of the store of results and jobs that clients can make a host hold. */
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
} as const satisfies { readonly [name: string]: Holding }

/** The name of one of {@link holdings}. */
export type HoldingName = keyof typeof holdings

/** The options that set limits of {@link holdings}. */
export interface HoldingLimits {
  readonly answerBytes: number
}
