/** The commands that hold pool processes, as lists of words; whether they hold is in `attacks.test.ts`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Need } from '../../../../core/contract/domain/needs.ts'
import { type Enclosed, enclose } from '../../../../core/engine/run/walls/enclose.ts'
import { getWalls } from '../../../interface/runner-harness.ts'

const tools = { isNobody: false, hasLimits: true, hasDeathSignal: true }

const { enclosure: found } = await getWalls()
const hasNamespaces = found === 'namespaces'
if (!hasNamespaces) console.warn('SKIPPED: namespaces made by unshare are not what holds plugins here', found)

function toEnclosed(needs: readonly Need[] = []): Enclosed {
  const folder = mkdtempSync(join(tmpdir(), "it's "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { program: ['/opt/node', 'main.js'], readable: [folder], needs, dataBytes: 1000 }
}

describe('enclose', () => {
  it.each([
    ['supervisor', ['prlimit', '--data=1000']],
    ['bubblewrap', ['prlimit', '--data=1000', '--nproc=512:512']],
    ['namespaces', ['prlimit', '--data=1000', '--nproc=512:512']],
  ] as const)(
    'puts the limits right before the program, and the death signal first: %s',
    (enclosure, limits) => {
      const enclosed = { ...toEnclosed(), program: [process.execPath, 'main.js'] as const }
      const { file, args } = enclose({ enclosure, ...tools }, enclosed)
      expect([file, ...args.slice(0, 2)]).toEqual(['setpriv', '--pdeathsig', 'KILL'])
      expect(args.slice(-limits.length - 2)).toEqual([...limits, process.execPath, 'main.js'])
    },
  )

  it.each(['bubblewrap', 'namespaces'] as const)(
    'makes the plugins of root another user: %s',
    (enclosure) => {
      const { args } = enclose({ enclosure, ...tools, isNobody: true }, toEnclosed())
      expect(args.join(' ')).toMatch(/ --reuid=65534 --regid=65534 --clear-groups .* unshare --user /)
      expect(args.join(' ')).not.toMatch(/--map-root-user|--unshare-user/)
    },
  )

  it('is a shell alone where a machine has nothing else', () => {
    const nothing = {
      enclosure: 'supervisor',
      isNobody: false,
      hasLimits: false,
      hasDeathSignal: false,
    } as const
    const { file, args } = enclose(nothing, toEnclosed())
    expect([file, ...args]).toEqual(['sh', '-c', '"$@"; exit $?', 'specimen', '/opt/node', 'main.js'])
  })

  it('binds read-only what is named, whatever its name', () => {
    const enclosed = { ...toEnclosed(), program: [process.execPath, 'main.js'] as const }
    const [folder = ''] = enclosed.readable
    expect(enclose({ enclosure: 'bubblewrap', ...tools }, enclosed).args.join(' ')).toContain(
      `--ro-bind ${folder} ${folder}`,
    )
  })

  it.skipIf(!hasNamespaces)('shows what is named to a program in namespaces, whatever its name', async () => {
    const parent = toEnclosed().readable[0] ?? ''
    const [folder, file] = [join(parent, 'a\\040b\tc # $HOME'), join(parent, 'a 7 file')] // octal digits, too
    mkdirSync(folder)
    writeFileSync(join(folder, 'inside'), 'in the folder')
    writeFileSync(file, 'in the file')
    const script = `
      const { readFileSync, writeFileSync } = require('node:fs')
      for (const path of process.argv.slice(1)) console.log(readFileSync(path, 'utf8'))
      writeFileSync(process.argv[2], '')`
    const program = [process.execPath, '-e', script, join(folder, 'inside'), file] as const
    const enclosed = { ...toEnclosed(), program, readable: [folder, file], dataBytes: 2 ** 33 }
    const command = enclose({ enclosure: 'namespaces', ...tools }, enclosed)
    const { stdout, stderr } = spawnSync(command.file, command.args, { env: command.env, encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({
      stdout: 'in the folder\nin the file\n',
      stderr: expect.stringContaining('EROFS'),
    })
  })

  it('leaves the network and the files to bundles that need them', () => {
    const words = (enclosure: 'bubblewrap' | 'namespaces', needs: readonly Need[]): string =>
      enclose({ enclosure, ...tools }, { ...toEnclosed(needs), program: [process.execPath] }).args.join(' ')
    expect(words('namespaces', [])).toMatch(/ --net .*pivot_root /s)
    expect(words('namespaces', ['net', 'fs'])).not.toMatch(/--net|pivot_root/)
    expect(words('bubblewrap', [])).toMatch(/ --unshare-net (?!.*--bind \/ \/)/)
    expect(words('bubblewrap', ['net', 'fs'])).toMatch(/^(?!.*--unshare-net).*--bind \/ \//)
  })
})
