/**
 * Reads vitest's JSON report of a run and prints what did not pass. The last line is "PASSED FAILED".
 *
 *     node .ci/count-tests.mjs REPORT
 */
import { readFileSync } from 'node:fs'

let [passed, failed] = [0, 0]
for (const { name, status, message, assertionResults } of readReport()) {
  if (message) console.log(`!! ${name}: ${message}`)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status !== 'passed') console.log(`!! ${status}: ${fullName}\n${failureMessages.join('\n')}`)
  const countOf = (wanted) => assertionResults.filter(({ status }) => status === wanted).length
  passed += countOf('passed')
  failed += countOf('failed') || (status === 'passed' ? 0 : 1) // it could not be read, or a hook failed
}
console.log(`${passed} ${failed}`)

function readReport() {
  return JSON.parse(readFileSync(process.argv[2], 'utf8')).testResults
}
