/** Members of metadata files whose names are nearly those that a host reads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSpecimen } from '../../support/probe-bundle.ts'

let root: string
let host: Host
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'misspelt-'))
  host = await createHost({ specimens: root, plugins: '', port: 0, logLevel: 'silent' })
})
afterEach(async () => {
  await host.close()
  rmSync(root, { recursive: true })
})

const read = async (members: Record<string, string>): Promise<readonly string[]> => {
  writeSpecimen(root, 'shown', { type: 'mesh', ...members }, { 'a.stl': 'solid a\nendsolid a\n' })
  return (await host.reload()).errors.map(({ detail }) => detail)
}

test.each([
  ['dispalyName', 'display_name'],
  ['thumbnial', 'thumbnail_file'],
  ['licence', 'license'],
])('a specimen is served, and its member %s is named with %s, which was meant', async (name, meant) => {
  const [first, ...others] = await read({ data_file: 'a.stl', [name]: 'x' })
  expect(first).toContain(`"${name}", which is not read; did you mean ${meant}?`)
  expect(others).toEqual([])
  expect((await host.inject('/api/specimens/shown')).statusCode).toBe(200)
})

test('a specimen that is refused for want of a member says which one was misspelt', async () => {
  expect(String(await read({ data_flie: 'a.stl' }))).toContain('did you mean data_file?')
})

test("members of the author are nobody else's business", async () => {
  expect(await read({ data_file: 'a.stl', author: 'x', year: 'x', url: 'x', size: 'x' })).toEqual([])
})
