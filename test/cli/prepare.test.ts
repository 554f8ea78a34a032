/**
 * What `npm start` and `npm test` do first: only what is out of date, in a clone whose npm writes down what
 * it was asked for.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const scripts = join(import.meta.dirname, '../../.ci')
const all = ['setup', 'build:js', 'build:types', 'build:plugins']

/** Plays npm: notes the script, fails it when told to, else writes what the real one would. */
const npm = `#!/bin/sh
for script; do :; done
echo "$script" >> asked.txt
if [ -e "fail-$script" ]; then
  echo "what $script said"
  exit 3
fi
case $script in
  setup) output=node_modules/.package-lock.json ;;
  build:js) output=dist/cli.js ;;
  build:types) output=dist/types/core/host.d.ts ;;
  build:plugins) output=dist/plugins/disc/index.mjs ;;
  *) exit 0 ;;
esac
mkdir -p "$(dirname $output)"
echo 'console.log("host", ...process.argv.slice(2))' > $output
`

interface Clone {
  readonly write: (path: string, text: string) => void
  readonly remove: (path: string) => void
  readonly touch: (path: string) => void
  /** Runs one of the scripts; returns what npm was asked for, what was said, and the exit code. */
  readonly run: (
    script: string,
    ...args: string[]
  ) => { asked: string[]; stdout: string; stderr: string; status: number | null }
}

function makeClone(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const name of ['prepare.mjs', 'start.mjs'])
    write(`.ci/${name}`, readFileSync(join(scripts, name), 'utf8'))
  for (const path of [
    'package.json',
    'package-lock.json',
    'core/host.ts',
    'build/cli.ts',
    'plugins/disc.ts',
    'test/a.test.ts',
  ])
    write(path, '{"type":"module"}')
  write('bin/npm', npm)
  chmodSync(join(folder, 'bin/npm'), 0o755)
  return {
    write,
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    touch: (path) => utimesSync(join(folder, path), 1, 1),
    run: (script, ...args) => {
      write('asked.txt', '')
      const env = { ...process.env, npm_execpath: '', PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
      const options = { cwd: folder, encoding: 'utf8', env } as const
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [join(folder, '.ci', script), ...args],
        options,
      )
      const asked = readFileSync(join(folder, 'asked.txt'), 'utf8').split('\n').filter(Boolean)
      return { asked, stdout, stderr, status }
    },
  }
}

it('does everything once, says each step with its time, and from then on only what has changed', () => {
  const { run, write, touch, remove } = makeClone()
  const first = run('prepare.mjs')
  expect(first).toMatchObject({ asked: all, stdout: '', status: 0 })
  expect(first.stderr).toMatch(
    /^install: \d+\.\d s\nbuild: \d+\.\d s\ntypes: \d+\.\d s\nplugins: \d+\.\d s\n$/,
  )
  touch('core/host.ts')
  expect(run('prepare.mjs')).toEqual({ asked: [], stdout: '', stderr: '', status: 0 })

  const changes: readonly [what: string, change: () => void, wanted: readonly string[]][] = [
    ['the lock file', () => write('package-lock.json', '{ "packages": {} }'), all],
    ['a new source of the host', () => write('core/new.ts', ''), all.slice(1)],
    ['a new source of the build', () => write('build/new.ts', ''), ['build:js', 'build:plugins']],
    ['the script that bundles', () => write('.ci/bundle.mjs', ''), ['build:js']],
    ['the script that writes types', () => write('.ci/types.mjs', ''), ['build:types']],
    ['a plugin', () => write('plugins/disc.ts', ''), ['build:plugins']],
    ['a test', () => write('test/a.test.ts', ''), []],
    ['a bundle that is gone', () => remove('dist/plugins/disc'), ['build:plugins']],
    ['a file of another build', () => write('dist/cli.js', 'of another build'), ['build:js']],
    ['a memory that is damaged', () => write('node_modules/.cache/specimen-host/prepared.json', '{'), all],
    ['packages that are gone', () => remove('node_modules'), all],
  ]
  for (const [what, change, wanted] of changes) {
    change()
    expect(run('prepare.mjs').asked, what).toEqual(wanted)
  }
})

it('ends with the step that fails and shows what it said, and does it again the next time', () => {
  const { run, write, remove } = makeClone()
  write('fail-build:js', '')
  const { asked, stderr, status } = run('prepare.mjs')
  expect({ asked, status }).toEqual({ asked: ['setup', 'build:js'], status: 3 })
  expect(stderr).toContain('what build:js said')
  expect(stderr).toContain('build failed: npm run build:js ended with 3')
  remove('fail-build:js')
  expect(run('prepare.mjs').asked).toEqual(all.slice(1))
})

it('is the host, with the options that were given last, once it is prepared', () => {
  const { run } = makeClone()
  const { stdout, status } = run('start.mjs', '--port', '0')
  expect({ stdout, status }).toEqual({
    stdout: 'host serve --plugins dist/plugins --specimens specimens --port 0\n',
    status: 0,
  })
})

it.each([
  [(port: number) => ['--port', String(port)]],
  [(port: number) => ['--port', '1', `--port=${port}`]],
])('says that the port is taken before it builds', async (toArguments) => {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port))),
  )
  onTestFinished(() => void server.close())
  const { asked, stderr, status } = makeClone().run('start.mjs', ...toArguments(port))
  expect({ asked, status }).toEqual({ asked: [], status: 2 })
  expect(stderr).toBe(
    `specimen: On 127.0.0.1, port ${port} is taken by another program; --port 0 takes a free one.\n`,
  )
})
