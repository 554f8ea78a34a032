/** Rooms behind a relay: they are the relay's, and what they show is computed at the worker. */
import { createHost, createWorker } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import type { RoomViewResult } from '../../../core/contract/wire/room-messages.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { connectPeer } from './test-peer.ts'

it('shows specimens of workers, and keeps what it shows when their worker is gone', async () => {
  const { plugins, specimens } = makeProbe()
  const relay = await createHost({ relay: true, port: 0, logLevel: 'silent' })
  onTestFinished(() => relay.close())
  const url = await relay.listen()
  const worker = await createWorker({ relay: url, id: 'w1', plugins, specimens, logLevel: 'silent' })
  await worker.connected
  const peers = [await connectPeer(url, 'lab'), await connectPeer(url, 'lab')] as const
  onTestFinished(() => {
    for (const peer of peers) peer.close()
  })
  peers[0].set({ 'views/1/specimen': 'w1:tetra', 'views/1/params/size': 3 })
  const results = await Promise.all(
    peers.map(async (peer) => {
      const { fields } = await peer.take('changed', (message) => 'views/1/result' in message.fields)
      return fields['views/1/result'] as RoomViewResult // as the test for it says
    }),
  )
  expect(results[1]).toEqual(results[0])
  const { status } = await fetch(`${url}/api/rooms/lab/results/${results[0]?.id}`)
  expect(status).toBe(200)
  await worker.close()
  expect((await connectPeer(url, 'lab').then((peer) => peer.take('welcome'))).fields).toMatchObject({
    'views/1/result': results[0],
  })
})
