/**
 * `npm run release`: makes the packages of a version into `dist/release` and publishes those of npm, as the
 * workflow does for a tag. `-- --dry-run` does all but publish. The version is that of package.json; the
 * client in Python, CHANGELOG.md and the tag must name the same.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const folder = 'dist/release'
const isDry = process.argv.includes('--dry-run')
const description = JSON.parse(readFileSync('package.json', 'utf8'))
const { version } = description

const problems = findProblems()
const places = ['repository', 'homepage', 'bugs'].filter((name) => !(name in description))
if (places.length > 0) {
  const asked = `package.json has no ${places.join(', ')}: add where this project lives, for who finds the package.`
  if (isDry) process.stderr.write(`${asked}\n`)
  else problems.push(asked)
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
run('node', ['.ci/prepare.mjs'])
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder])
run('npm', ['run', '--silent', 'pack:client'])
for (const name of readdirSync('dist/client'))
  if (name.endsWith('.tgz')) cpSync(join('dist/client', name), join(folder, name))
// In a copy, as setuptools leaves folders beside its sources.
const python = join(mkdtempSync(join(tmpdir(), 'specimen-release-')), 'python')
cpSync('core/python', python, { recursive: true })
run('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, python])
rmSync(dirname(python), { recursive: true })
const made = readdirSync(folder).sort()
process.stdout.write(`made ${made.map((name) => join(folder, name)).join(', ')}\n`)
for (const name of made.filter((found) => found.endsWith('.tgz'))) {
  const how = isDry ? ['--dry-run'] : ['--provenance']
  run('npm', ['publish', join(folder, name), '--access', 'public', ...how])
}
process.stdout.write(isDry ? `${version} would be published\n` : `published ${version}\n`)

/** Returns what must be mended first, a sentence each. */
function findProblems() {
  const found = []
  const program = readFileSync('core/python/specimen_host/__init__.py', 'utf8')
  const [, pythonVersion] = /^__version__ = '([^']+)'/m.exec(program) ?? []
  if (pythonVersion !== version)
    found.push(`core/python is ${pythonVersion}, package.json ${version}; give both the same version.`)
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}]`))
    found.push(`CHANGELOG.md has no section [${version}]; name what is in [Unreleased] so.`)
  const changed = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout.trim()
  if (changed) found.push('The work tree has changes; commit them first.')
  const tag = process.env.GITHUB_REF_NAME
  if (!isDry && tag !== `v${version}`)
    found.push(`The tag is ${tag ?? 'not given'}, not v${version}; the workflow publishes for a tag.`)
  return found
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) return
  process.stderr.write(`${command} ${args.join(' ')} ended with ${status}\n`)
  process.exit(status ?? 1)
}
