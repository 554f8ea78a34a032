/**
 * Collections that live as long as the host. Each that clients, workers or other hosts could fill is bounded by
 * the account (`core/service/account`) or by what its row says; one without a row is refused here.
 */
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { holders } from './holders.ts'
import { findNodes, readSources } from './sources.ts'

/** What runs in a host, and not in a page, in a build or beside a plugin. */
const service = /^core\/(contract\/(bounds|domain|text|time|values)|engine|federation|group|service)\//
const besides = /^core\/engine\/run\/plugin-side\//
/** Functions whose variables live on in what they return or add to a server. */
const makers = /^(create|bound|limit|watch|add)[A-Z]/

/** Returns whether an expression makes a collection that can grow: weak ones lose what nobody has. */
function isCollection(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false
  if (ts.isNewExpression(node)) return /^(Map|Set|LRUCache)$/.test(node.expression.getText())
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0
}

/** Types that no holder may change are no holders. */
function isFixed({ type, initializer }: ts.PropertyDeclaration | ts.VariableDeclaration): boolean {
  return /^(Readonly(Map|Set)<|readonly )/.test(type?.getText() ?? '') && !isEmpty(initializer)
}

function isEmpty(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isNewExpression(node) && (node.arguments ?? []).length === 0
}

function isHolder(node: ts.Node): node is ts.PropertyDeclaration | ts.VariableDeclaration {
  if (ts.isPropertyDeclaration(node)) return isCollection(node.initializer) && !isFixed(node)
  if (!ts.isVariableDeclaration(node) || !isCollection(node.initializer) || isFixed(node)) return false
  const maker = ts.findAncestor(node, ts.isFunctionLike)
  if (maker === undefined) return isEmpty(node.initializer) // of a module
  return makers.test(maker.name?.getText() ?? '')
}

it('every collection that lives as long as the host is bounded, and a row says by what', () => {
  const found = readSources('core')
    .filter(({ path }) => service.test(path) && !besides.test(path))
    .flatMap(({ path, tree }) => findNodes(tree, isHolder).map(({ name }) => `${path} ${name.getText()}`))
  const rows = holders.flatMap(({ path, names }) => Object.keys(names).map((name) => `${path} ${name}`))
  expect(found.length).toBeGreaterThan(50)
  expect([...new Set(found)].filter((name) => !rows.includes(name))).toEqual([])
  expect(rows.filter((name) => !found.includes(name))).toEqual([])
})

it('no row is without a bound', () => {
  const bounds = holders.flatMap(({ names }) => Object.values(names))
  expect(bounds.filter((bound) => bound.length < 10)).toEqual([])
})
