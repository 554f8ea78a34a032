/**
 * Files of a worker's specimens that a relay needs as results: they are decoded at the worker, and only what they
 * hold crosses the link. The decoder here works in this process; that of a host works in others.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Specimen, StaticSpecimen } from '../../core/contract/domain/specimen.ts'
import { createDeferred } from '../../core/contract/time/deferred.ts'
import { toFileCall } from '../../core/engine/catalog/file-call.ts'
import type { FileDecoder } from '../../core/engine/run/decoding/file-decoder.ts'
import { openRelay } from './relay-harness.ts'
import { createLocalDecoder, createTestWorker, plainSpecimen, toSnapshot } from './worker-harness.ts'

const row = '0 1\n'
const tall = `ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n`
const cloud = `${tall}element mystery 1\nproperty int a\nend_header\n0 0 0\n1 2 3\n5\n`

/** Opens a relay with a worker that has these files, each a specimen of its name without the ending. */
async function openFiles(
  files: { readonly [name: string]: string },
  worker: ReturnType<typeof createLocalDecoder>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'decoded-there-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const specimens = await Promise.all(
    Object.entries(files).map(async ([name, content]): Promise<Specimen> => {
      await writeFile(join(folder, name), content)
      const [id = ''] = name.split('.')
      return { kind: 'static', id, ...plainSpecimen, data: { kind: 'file', folder, name } }
    }),
  )
  const relay = await openRelay()
  onTestFinished(() => relay.close())
  const created = createTestWorker(relay.port, toSnapshot([], specimens), { decoder: worker.decoder })
  onTestFinished(() => created.worker.close(0))
  created.worker.start()
  const { specimens: announced } = await relay.catalogOf('w1')
  const local = createLocalDecoder()
  const decoder = relay.relay.decodeThere(local.decoder)
  const find = (id: string): StaticSpecimen => {
    const specimen = announced.find((one) => one.id === `w1:${id}`)
    if (specimen?.kind !== 'static') throw new Error(`There is no file of ${id}.`)
    return specimen
  }
  return { find, decoder, local, relay }
}

async function decodeAt(
  decoder: FileDecoder,
  specimen: StaticSpecimen,
  signal = new AbortController().signal,
) {
  const { runner, invocation } = await toFileCall(specimen, decoder, { roomId: 'lab', signal })
  return await runner.run(invocation, { signal, progress: { report: () => {} } })
}

describe('a file of a worker', () => {
  it('is decoded at the worker when the relay needs its content, with its notes', async () => {
    const worker = createLocalDecoder()
    const { find, decoder, local } = await openFiles({ 'rock.ply': cloud }, worker)
    expect(await decodeAt(decoder, find('rock'))).toMatchObject({
      type: 'point_cloud',
      points: Float32Array.of(0, 0, 0, 1, 2, 3),
      notes: ['Elements that are neither vertices nor faces are left out.'],
    })
    expect([worker.decoded, local.decoded]).toEqual([['rock.ply'], []])
  })

  it('is decoded here when an older worker does not take that', async () => {
    const worker = createLocalDecoder()
    const { find, decoder, local } = await openFiles({ 'rock.ply': cloud }, worker)
    const older = { ...find('rock'), isDecodedThere: false }
    expect(await decodeAt(decoder, older)).toMatchObject({ type: 'point_cloud' })
    expect([worker.decoded, local.decoded]).toEqual([[], ['rock.ply']])
  })

  it.each([
    ['file.undecodable', 'torn.ply', `${tall}end_header\n0 0 0\n`, 'truncated'],
    ['format.unknown', 'rows.dat', row, 'none of the formats'],
  ])('keeps the code %s of a refusal, which names the worker', async (code, name, content, words) => {
    const { find, decoder } = await openFiles({ [name]: content }, createLocalDecoder())
    const [id = ''] = name.split('.')
    const error = await decodeAt(decoder, find(id)).catch((thrown: SpecimenError) => thrown)
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
    expect((error as Error).message).toContain('Worker "w1": ')
  })

  it('is refused when the worker has it no more', async () => {
    const { find, decoder } = await openFiles({ 'rock.ply': cloud }, createLocalDecoder())
    const gone = { ...find('rock'), id: 'w1:gone' }
    await expect(decodeAt(decoder, gone)).rejects.toMatchObject({
      code: 'file.missing',
      message: 'Worker "w1": There is no file of "gone" here.',
    })
  })

  it('is no longer decoded at the worker when its client leaves', async () => {
    const began = createDeferred<void>()
    const ended = createDeferred<void>()
    const worker = createLocalDecoder(async ({ signal }) => {
      signal.addEventListener('abort', () => ended.resolve(), { once: true })
      began.resolve()
      await ended.promise
    })
    const { find, decoder } = await openFiles({ 'rock.ply': cloud }, worker)
    const client = new AbortController()
    const decoding = decodeAt(decoder, find('rock'), client.signal)
    decoding.catch(() => {}) // looked at below
    await began.promise
    client.abort()
    await expect(decoding).rejects.toMatchObject({ code: 'run.cancelled' })
    await ended.promise
  })
})
