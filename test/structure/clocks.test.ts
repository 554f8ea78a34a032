/**
 * Waits of tests have the test's time: a machine may be busy, and a clock of a wait's own fails then. Numbers of
 * milliseconds stand in `support/limits.ts` alone.
 */
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { findNodes, findSources, lineOf, type SourceFile } from './sources.ts'

const here = 'test/structure/clocks.test.ts'
const usesClock = /\b(AbortSignal\.timeout|setDefaultTimeout|setDefaultNavigationTimeout|waitForTimeout)$/
const ofTests = /^(it|test|describe|beforeAll|beforeEach|afterAll|afterEach)\b/
const ofLimits = /\b(test|wait)Milliseconds\b/

/** Files with a clock that is not of a wait, and its meaning. */
const others: { readonly [path: string]: string } = {
  'test/contract/schema/pattern.test.ts': "the language's own engine may take hours: then it gives no answer",
}

/** The text of whatever {@link hasOwnClock} may find: few files have it, and only those are parsed. */
const mayBeClock = /[tT]imeout|^ *\}, [^{}]*\)$/m

/** Returns whether a call has a limit that is not made of those of `support/limits.ts`. */
function hasOwnClock(node: ts.CallExpression): boolean {
  const called = node.expression.getText()
  if (usesClock.test(called)) return !ofLimits.test(node.arguments[0]?.getText() ?? '')
  const last = node.arguments.at(-1)
  const isHeld = last === undefined || ofLimits.test(last.getText())
  if (isHeld) return false
  if (ofTests.test(called) && node.arguments.some(isCallback) && !isCallback(last)) return true
  return findOptions(node).some(({ initializer }) => !ofLimits.test(initializer.getText()))
}

function isCallback(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}

/** Returns the member `timeout` of the object literals that a call is given. */
function findOptions(node: ts.CallExpression): ts.PropertyAssignment[] {
  return node.arguments
    .filter(ts.isObjectLiteralExpression)
    .flatMap(({ properties }) => properties.filter(ts.isPropertyAssignment))
    .filter(({ name }) => name.getText() === 'timeout')
}

function listClocks({ path, tree }: SourceFile): string[] {
  return findNodes(tree, ts.isCallExpression)
    .filter(hasOwnClock)
    .map((node) => `${path}:${lineOf(node)} ${node.expression.getText().split('\n')[0]}`)
}

const elsewhere = /^test\/(bench|build\/(accepts|refuses))\//
// Read outside the test, as by the other suites: a busy machine takes minutes.
const sources = findSources(mayBeClock, 'test').filter(
  ({ path }) => !elsewhere.test(path) && path !== here && !(path in others),
)

it('no wait of a test has a clock of its own', () => {
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.flatMap(listClocks)).toEqual([])
})

it.each([
  ['a signal', 'fetch(url, { signal: AbortSignal.timeout(5000) })', 1],
  ['a page', 'page.setDefaultTimeout(60_000)', 1],
  ['an option', 'await expect.poll(read, { timeout: 5000 }).toBe(1)', 1],
  ['an option with a name', 'await page.locator(a).waitFor({ timeout: patience })', 1],
  ['a test', "it('waits', async () => {}, 8000)", 1],
  ['a row', "it.each(rows)('waits', async () => {}, patience)", 1],
  ['a part of the limit', "it('waits', async () => {}, 5 * testMilliseconds)", 0],
  ['a hook with a name', 'afterEach(close)', 0],
])('that is found of %s', (_, text, count) => {
  const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  expect(listClocks({ path: 'x.ts', lines: [], tree, files: [], packages: [] })).toHaveLength(count)
})
