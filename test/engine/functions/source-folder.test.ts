/**
 * Folders of which each folder is one thing to load: what cannot be used is named and costs the others
 * nothing.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { readSourceFolder } from '../../../core/engine/functions/source-folder.ts'

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'source-folder-'))
  for (const name of ['b', 'a', '.hidden']) mkdirSync(join(path, name))
  writeFileSync(join(path, 'file'), '')
})
afterEach(() => rmSync(path, { recursive: true }))

const folder = () => ({ path, followLinks: false, isOptional: false })

it('gives every folder by name, and the plain files apart, without hidden ones', async () => {
  expect(await readSourceFolder(folder(), async (_confinement, name) => name)).toEqual({
    found: ['a', 'b'],
    errors: [],
    files: ['file'],
  })
})

it('keeps the cause of what went wrong for the log, also when it is the fault of the host', async () => {
  const mistake = new TypeError('undefined is not a function')
  const refusal = new SpecimenError('metadata.invalid', 'The type is wrong.', { cause: mistake })
  const { errors } = await readSourceFolder(folder(), (_confinement, name) =>
    Promise.reject(name === 'a' ? mistake : refusal),
  )
  expect(errors).toEqual([
    { source: 'a', code: 'internal', detail: expect.any(String), cause: mistake },
    { source: 'b', code: 'metadata.invalid', detail: 'The type is wrong.', cause: mistake },
  ])
})

it('reads a folder of many without opening them all at once', async () => {
  for (let i = 0; i < 100; i++) mkdirSync(join(path, `c${i}`))
  let open = 0
  let most = 0
  await readSourceFolder(folder(), async () => {
    most = Math.max(most, ++open)
    await new Promise(setImmediate)
    open--
  })
  expect(most).toBeLessThan(20)
})
