/** Scenes that a host sends, by the media type of the answer. */
import { afterEach, expect, it } from 'vitest'
import { createClient } from '../../core/client/client.ts'
import { readGoldenScenes } from '../contract/wire/samples.ts'
import { type ScriptedHost, startScriptedHost } from './scripted-host.ts'

const sceneType = 'application/x-service-scene-v1'
let host: ScriptedHost | undefined
afterEach(() => host?.close())

it.each(readGoldenScenes())('decodes $name, with the notes of its header', async ({ bytes, result }) => {
  const answer = (headers: { readonly [name: string]: string }) => ({
    headers: { 'content-type': sceneType, ...headers },
    body: bytes,
  })
  host = await startScriptedHost({
    'POST /api/specimens/a/data': answer({}),
    'POST /api/specimens/b/data': answer({ 'specimen-notes': '"One half is left out."' }),
  })
  const client = createClient(host.url)
  expect(await client.data('a')).toEqual(result)
  expect(await client.data('b')).toEqual({ ...result, notes: ['One half is left out.'] })
  const { content } = await client.save('a', 'scene')
  expect(new Uint8Array(await content.arrayBuffer())).toEqual(bytes)
  expect(host.received.at(-1)?.headers.accept).toBe(sceneType)
})
