import { expect, it } from 'vitest'
import { explainDenied } from '../../../../core/engine/run/walls/explain-denied.ts'

const walls = { enclosure: 'namespaces', hasPermissions: true } as const
const held = { source: 'tracker', granted: [], walls, folder: '/tmp/host/bundles' }

/** As Node 20 and 24 write them, behind walls of either kind. */
const failures = [
  ["EROFS: read-only file system, open '/usr/out.csv'", 'fs'],
  ["ENOENT: no such file or directory, open '/home/ada/scan.nii'", 'fs'],
  ['Access to this API has been restricted. Use --allow-fs-read to manage permissions.', 'fs'],
  ['Access to this API has been restricted. Use --allow-fs-write to manage permissions.', 'fs'],
  ['connect ENETUNREACH 1.1.1.1:80 - Local (0.0.0.0:0)', 'net'],
  ['TypeError: fetch failed\n  caused by: Error: getaddrinfo EAI_AGAIN example.org', 'net'],
  ['getaddrinfo ENOTFOUND example.org', 'net'],
  ['connect ECONNREFUSED 127.0.0.1:80', 'net'],
  ['spawn /usr/bin/convert EPERM', 'child'],
  ['spawnSync convert EACCES', 'child'],
  ['Access to this API has been restricted. Use --allow-child-process to manage permissions.', 'child'],
  ['Access to this API has been restricted. Use --allow-worker to manage permissions.', 'worker'],
] as const

it.each(failures)('knows the wall from %j', (failure, need) => {
  expect(explainDenied(failure, held)).toMatch(new RegExp(`--allow tracker:${need} `))
  expect(explainDenied(failure, { ...held, granted: [need] })).toBeUndefined()
  expect(
    explainDenied(failure, { ...held, walls: { enclosure: 'supervisor', hasPermissions: false } }),
  ).toBeUndefined()
})

it('names what a bundle is allowed already, which would be lost otherwise', () => {
  expect(explainDenied('EROFS', { ...held, granted: ['net', 'child'] })).toContain(':net,child,fs ')
})

it('blames no wall that does not stand', () => {
  const spaces = { enclosure: 'bubblewrap', hasPermissions: false } as const
  expect(explainDenied('spawn x EPERM', { ...held, walls: spaces })).toBeUndefined()
  expect(explainDenied('EROFS', { ...held, walls: spaces })).toContain(':fs ')
  const permissions = { enclosure: 'supervisor', hasPermissions: true } as const
  expect(explainDenied('connect ENETUNREACH 1.1.1.1:80', { ...held, walls: permissions })).toBeUndefined()
})

it.each([
  'radius must be positive',
  "ENOENT: no such file or directory, open '/usr/share/none'",
  "ENOENT: no such file or directory, open '/tmp/host/bundles/abc/table.bin'",
  'spawn convert ENOENT',
  'connect ECONNREFUSED 192.0.2.1:80',
])('says nothing of %j', (failure) => {
  expect(explainDenied(failure, held)).toBeUndefined()
})

it.each(['points.csv', './points.csv', '../data/points.csv'])(
  'says of the relative path %j where plugins run, whatever they may',
  (path) => {
    for (const failure of [
      `ENOENT: no such file, open '${path}'`,
      `EACCES: permission denied, mkdir '${path}'`,
    ]) {
      const place = `Plugins run in the folder /, where "tracker" did not find "${path}": name an absolute path`
      const remedy = 'or import the file, so that it is bundled.'
      const opened = 'and start the host with --allow tracker:net,fs (or SPECIMEN_ALLOW)'
      expect(explainDenied(failure, { ...held, granted: ['net'] })).toBe(`${place} ${opened}, ${remedy}`)
      const open = { enclosure: 'supervisor', hasPermissions: false } as const
      for (const run of [
        { ...held, granted: ['fs'] as const },
        { ...held, walls: open },
      ])
        expect(explainDenied(failure, run)).toBe(`${place}, ${remedy}`)
    }
  },
)
