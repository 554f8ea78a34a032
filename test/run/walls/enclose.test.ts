/** The commands that hold pool processes, as lists of words; whether they hold is in `attacks.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Need } from '../../../core/domain/needs.ts'
import { type Enclosed, enclose } from '../../../core/run/walls/enclose.ts'

const tools = { hasLimits: true, hasDeathSignal: true }

function toEnclosed(needs: readonly Need[] = []): Enclosed {
  const folder = mkdtempSync(join(tmpdir(), "it's "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { program: ['/opt/node', 'main.js'], readable: [folder], needs, mark: 77, dataBytes: 1000 }
}

describe('enclose', () => {
  it('puts the limits and the mark before everything else', () => {
    for (const enclosure of ['supervisor', 'bubblewrap', 'namespaces'] as const) {
      const enclosed = { ...toEnclosed(), program: [process.execPath, 'main.js'] as const }
      const { file, args } = enclose({ enclosure, ...tools }, enclosed)
      expect([file, ...args.slice(0, 2)]).toEqual(['prlimit', '--locks=77:77', '--data=1000'])
      expect(args.slice(-2)).toEqual([process.execPath, 'main.js'])
    }
  })

  it('is a shell alone where a machine has nothing else', () => {
    const nothing = { enclosure: 'supervisor', hasLimits: false, hasDeathSignal: false } as const
    const { file, args } = enclose(nothing, toEnclosed())
    expect([file, ...args]).toEqual(['sh', '-c', '"$@"; exit $?', 'specimen', '/opt/node', 'main.js'])
  })

  it('binds read-only what is named, whatever its name', () => {
    const enclosed = { ...toEnclosed(), program: [process.execPath, 'main.js'] as const }
    const [folder = ''] = enclosed.readable
    expect(enclose({ enclosure: 'bubblewrap', ...tools }, enclosed).args.join(' ')).toContain(
      `--ro-bind ${folder} ${folder}`,
    )
    expect(enclose({ enclosure: 'namespaces', ...tools }, enclosed).args.join(' ')).toContain(
      `mount -o bind,ro,nosuid,nodev '${folder.replace("'", "'\\''")}' `,
    )
  })

  it('leaves the network and the files to bundles that need them', () => {
    const words = (enclosure: 'bubblewrap' | 'namespaces', needs: readonly Need[]): string =>
      enclose({ enclosure, ...tools }, { ...toEnclosed(needs), program: [process.execPath] }).args.join(' ')
    expect(words('namespaces', [])).toMatch(/ --net .*pivot_root /s)
    expect(words('namespaces', ['net', 'fs'])).not.toMatch(/--net|pivot_root/)
    expect(words('bubblewrap', [])).not.toMatch(/--share-net|--bind \/ \//)
    expect(words('bubblewrap', ['net', 'fs'])).toMatch(/--share-net .*--bind \/ \//)
  })
})
