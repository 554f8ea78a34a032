/**
 * Reads vitest's JSON report and prints every test that did not pass, or only at its second try, with the reason;
 * the last line is "PASSED FAILED".
 *
 *     node .ci/count-tests.mjs REPORT
 */
import { readFileSync } from 'node:fs'

let [passed, failed] = [0, 0]
for (const file of JSON.parse(readFileSync(process.argv[2], 'utf8')).testResults) {
  const { name, message, status, assertionResults } = file
  if (status !== 'passed') console.log(`!! ${name}: ${message || 'a test or a hook failed'}`)
  for (const { status: end, fullName, failureMessages } of assertionResults) {
    const reasons = failureMessages.join('\n')
    if (end !== 'passed') console.log(`!! ${end}: ${fullName}\n${reasons}`)
    else if (reasons) console.log(`!! passed at its second try: ${fullName}\n${reasons}`)
  }
  const countOf = (wanted) => assertionResults.filter(({ status: end }) => end === wanted).length
  passed += countOf('passed')
  // A file that could not be read, or whose hook failed, has no test that failed.
  failed += countOf('failed') || (status === 'passed' ? 0 : 1)
}
console.log(`${passed} ${failed}`)
