/** What follows an attempt of a worker to have a link, how long it waits before, and what is logged. */
import { describe, expect, it } from 'vitest'
import {
  AttemptLog,
  type DialAttempt,
  toFinalEnd,
  toWaitSeconds,
} from '../../../core/federation/worker/dial.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

function toRefused(status: number | null, detail = 'no'): DialAttempt {
  return { kind: 'refused', refusal: { status, detail } }
}

function toEnded(
  code: 'lost' | 'replaced' | 'stopping',
  isPeers: boolean,
  retrySeconds: number | null,
): DialAttempt {
  return { kind: 'ended', end: { code, detail: 'gone', isPeers, retrySeconds }, welcomeMilliseconds: 0 }
}

describe('the end of a worker', () => {
  it.each([
    ['the relay has replaced it', toEnded('replaced', true, null), 'replaced'],
    ['its id is wrong', toRefused(400), 'protocol'],
    ['its version is not spoken', toRefused(426), 'protocol'],
  ])('comes when %s', (_, attempt, code) => {
    expect(toFinalEnd(attempt)).toMatchObject({ code, isPeers: true })
  })

  it.each([
    ['the link was lost', toEnded('lost', false, 0)],
    ['the relay stops', toEnded('stopping', true, 1)],
    ['"replaced" was not sent by the relay', toEnded('replaced', false, null)],
    ['its token is refused', toRefused(401)],
    ['nothing has answered', toRefused(null)],
  ])('does not come when %s', (_, attempt) => {
    expect(toFinalEnd(attempt)).toBeUndefined()
  })
})

it.each([
  ['what the relay has asked for', toEnded('stopping', true, 3), 3],
  ['at most 600 s', toEnded('stopping', true, 601), 600],
  ['not at all where the relay named no time', toEnded('stopping', true, null), 0],
  ['not at all after an end of its own', toEnded('lost', false, 3), 0],
  ['not at all after a refusal', toRefused(503), 0],
])('a worker waits, before its own delay, %s', (_, attempt, seconds) => {
  expect(toWaitSeconds(attempt)).toBe(seconds)
})

describe('the log of attempts', () => {
  it('has a trouble loudly once, however often it comes again, and again after a welcome', () => {
    const log = createTestLog()
    const attempts = new AttemptLog(log, 'http://relay')
    for (const status of [503, 503, null, 503]) attempts.add(toRefused(status))
    attempts.connected('w1', 'relay under test')
    attempts.add(toRefused(503))
    expect(log.entries.map(({ level }) => level)).toEqual([
      'error',
      'debug',
      'warn',
      'error',
      'info',
      'error',
    ])
  })

  it('has a lost link and a stopping relay as ordinary, and a final end always as an error', () => {
    const log = createTestLog()
    const attempts = new AttemptLog(log, 'http://relay')
    attempts.add(toEnded('lost', false, 0))
    attempts.add(toEnded('stopping', true, 1))
    for (const attempt of [toRefused(400), toRefused(400), toEnded('replaced', true, null)])
      attempts.add(attempt)
    expect(log.entries.map(({ level }) => level)).toEqual(['info', 'info', 'error', 'error', 'error'])
  })
})
