/**
 * Reads vitest's JSON report and prints every test that did not pass, with its reason; the last line is
 * "PASSED FAILED".
 *
 *     node .ci/count-tests.mjs REPORT
 */
import { readFileSync } from 'node:fs'

let [passed, failed] = [0, 0]
for (const file of JSON.parse(readFileSync(process.argv[2], 'utf8')).testResults) {
  const { name, message, status, assertionResults } = file
  if (message) console.log(`!! ${name}: ${message}`)
  for (const { status: end, fullName, failureMessages } of assertionResults)
    if (end !== 'passed') console.log(`!! ${end}: ${fullName}\n${failureMessages.join('\n')}`)
  const countOf = (wanted) => assertionResults.filter(({ status: end }) => end === wanted).length
  passed += countOf('passed')
  // A file that could not be read, or whose hook failed, has no test that failed.
  failed += countOf('failed') || (status === 'passed' ? 0 : 1)
}
console.log(`${passed} ${failed}`)
