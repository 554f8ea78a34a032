/**
 * Reads vitest's JSON report of a run, and that of a second one of the files that failed in it. Prints what
 * did not pass, and what passed only the second time, which is to be mended too.
 *
 *     node .ci/count-tests.mjs failed REPORT          prints the files in which something failed
 *     node .ci/count-tests.mjs count REPORT [SECOND]  the last line is "PASSED FAILED"
 */
import { existsSync, readFileSync } from 'node:fs'

const [task, ...reports] = process.argv.slice(2)
const [first, second] = reports.filter((path) => existsSync(path)).map(readReport)
if (!first) process.exit(1)

if (task === 'failed')
  console.log(
    [...first]
      .filter(([, file]) => hasFailed(file))
      .map(([name]) => name)
      .join('\n'),
  )
else count()

function readReport(path) {
  return new Map(JSON.parse(readFileSync(path, 'utf8')).testResults.map((file) => [file.name, file]))
}

function hasFailed(file) {
  return file.status !== 'passed' || file.assertionResults.some(({ status }) => status === 'failed')
}

function count() {
  let [passed, failed] = [0, 0]
  for (const [name, file] of first) {
    const last = second?.get(name) ?? file
    if (last !== file) print(hasFailed(last) ? 'failed twice' : 'failed, and passed alone: unsteady', file)
    else print('did not pass', file)
    const countOf = (wanted) => last.assertionResults.filter(({ status }) => status === wanted).length
    passed += countOf('passed')
    failed += countOf('failed') || (hasFailed(last) ? 1 : 0) // it could not be read, or a hook failed
  }
  console.log(`${passed} ${failed}`)
}

function print(what, { name, message, assertionResults }) {
  if (message) console.log(`!! ${what}: ${name}: ${message}`)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status !== 'passed') console.log(`!! ${what} (${status}): ${fullName}\n${failureMessages.join('\n')}`)
}
