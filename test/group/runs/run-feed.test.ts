/** Those who follow a run of their own host: told, and forgotten when they leave. */
import { expect, it } from 'vitest'
import { RunFeed } from '../../../core/group/runs/run-feed.ts'

const message = { seq: 0, ts: 0, text: 'half', fraction: 0.5 }

it('a follower of a run is told the last message, each further one, and the end', async () => {
  const feed = new RunFeed()
  const told: number[] = []
  feed.tell(message)
  const made = feed.follow(({ seq }) => told.push(seq), new AbortController().signal)
  feed.tell({ ...message, seq: 1 })
  feed.land('pointer')
  expect(await made).toBe('pointer')
  expect(told).toEqual([0, 1])
  expect(feed.size).toBe(0)
  expect(await feed.follow(() => {}, new AbortController().signal)).toBe('pointer')
})

it('a follower of a run that leaves is forgotten at once, and told nothing more', async () => {
  const feed = new RunFeed()
  const told: number[] = []
  const leaving = new AbortController()
  const made = feed.follow(({ seq }) => told.push(seq), leaving.signal)
  leaving.abort(new Error('left'))
  await expect(made).rejects.toThrow('left')
  expect(feed.size).toBe(0)
  feed.tell(message)
  expect(told).toEqual([])
  await expect(feed.follow(() => {}, leaving.signal)).rejects.toThrow('left')
})

it('a follower of a run that fails hears why', async () => {
  const feed = new RunFeed()
  const made = feed.follow(() => {}, new AbortController().signal)
  feed.fail(new Error('no'))
  await expect(made).rejects.toThrow('no')
  await expect(feed.follow(() => {}, new AbortController().signal)).rejects.toThrow('no')
})
