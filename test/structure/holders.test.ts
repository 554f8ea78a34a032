/**
 * Collections that live as long as the host. Each that clients, workers or other hosts could fill is bounded by
 * the account (`core/service/account`) or by what its row says; one without a row is refused here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { holdings } from '../../core/service/account/holdings.ts'
import { holderRows } from '../hostile/account/holders.ts'
import { roomHolderRows } from '../hostile/account/room-holders.ts'
import { groupHolders } from './group-holders.ts'
import { holders as ownHolders } from './holders.ts'
import { findNodes, readSources, root } from './sources.ts'

const holders = [...ownHolders, ...groupHolders]

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

/** Queues, and streams, which hold what was written to them until it is read: they outlive what makes them. */
const queues = /^(RunQueue|EventEmitter|Readable|PassThrough|Transform|Duplex|Writable)$/

/** Returns the name of a member that is given a collection after its declaration, or of a queue or stream. */
function findLater(node: ts.Node): string | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isPropertyAccessExpression(node.left) && isCollection(node.right)
      ? node.left.name.getText()
      : undefined
  const isMade = ts.isNewExpression(node) && queues.test(node.expression.getText())
  if (!isMade && !(ts.isCallExpression(node) && node.expression.getText() === 'Readable.from'))
    return undefined
  const { parent } = node
  if (ts.isPropertyDeclaration(parent) || ts.isVariableDeclaration(parent)) return parent.name.getText()
  if (ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left))
    return parent.left.name.getText()
  return node.expression.getText()
}

/** Returns the names of what a file holds beyond the call that makes it. */
function listHolders(tree: ts.SourceFile): readonly string[] {
  const declared = findNodes(tree, isHolder).map(({ name }) => name.getText())
  const later = findNodes(tree, (node): node is ts.Node => findLater(node) !== undefined).map(findLater)
  return [...declared, ...later.flatMap((name) => (name === undefined ? [] : [name]))]
}

it('every collection, queue and stream that lives on is bounded, and a row says by what', () => {
  const found = readSources('core')
    .filter(({ path }) => service.test(path) && !besides.test(path))
    .flatMap(({ path, tree }) => listHolders(tree).map((name) => `${path} ${name}`))
  const rows = holders.flatMap(({ path, names }) => Object.keys(names).map((name) => `${path} ${name}`))
  expect(found.length).toBeGreaterThan(50)
  expect([...new Set(found)].filter((name) => !rows.includes(name))).toEqual([])
  expect(rows.filter((name) => !found.includes(name))).toEqual([])
})

/**
 * Holdings of the account that no row of `test/hostile/account` makes grow, each with the test that does: one needs
 * more connections than a client has, and the other drops the oldest and refuses nothing.
 */
const grownElsewhere = {
  data: 'test/service/http/data-parameters.test.ts',
  polls: 'test/service/http/waiting-polls.test.ts',
  replays: 'test/service/mcp/replay-log.test.ts',
} as const

describe('the account', () => {
  const named = holders.flatMap(({ names }) =>
    Object.values(names).flatMap((bound) =>
      [...bound.matchAll(/the account \(`(\w+)`\)/g)].map(([, name]) => name),
    ),
  )

  it('has each holding that a row names', () => {
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !(name !== undefined && name in holdings))).toEqual([])
  })

  it('has a row for each holding, by which it is made to grow from outside', () => {
    const gauges = [...holderRows, ...roomHolderRows].flatMap(({ gauge }) => (gauge ? [gauge.name] : []))
    const grown = gauges.flatMap((gauge) => /what="(\w+)"/.exec(gauge)?.[1] ?? [])
    const elsewhere = Object.keys(grownElsewhere)
    expect([...new Set([...grown, ...elsewhere])].sort()).toEqual(Object.keys(holdings).sort())
    for (const [name, path] of Object.entries(grownElsewhere))
      expect(readFileSync(join(root, path), 'utf8').toLowerCase()).toContain(name.slice(0, -1))
  })
})

it('no row is without a bound', () => {
  const bounds = holders.flatMap(({ names }) => Object.values(names))
  expect(bounds.filter((bound) => bound.length < 10)).toEqual([])
})
