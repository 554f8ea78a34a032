/** The dashboard and the alert rules name nothing but metrics and labels that a host has. */
import { readFileSync } from 'node:fs'
import { createHost } from 'specimen-host'
import { expect, it } from 'vitest'
import { redisMissing, startRedis } from '../../support/redis.ts'
import { parseMetrics } from './parse-metrics.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../../core/service/watch/${name}`, import.meta.url), 'utf8')
/** What Prometheus itself has of every target. */
const ofPrometheus = new Set(['up'])

/** Names of metrics are the words with an underscore that no function, label or keyword is. */
function listNames(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without)\s*\([^)]*\)/g, '')
  return bare.match(/\b(specimen|nodejs|process)_\w+|\bup\b/g) ?? []
}

/** A relay cannot be in a group. */
async function readGroupTypes(): Promise<ReadonlyMap<string, string>> {
  if (redisMissing !== undefined) return new Map()
  const redis = await startRedis()
  const group = { redis: redis.url, peerAddress: 'http://127.0.0.1:9', groupSecret: 'g'.repeat(40) }
  const host = await createHost({ ...group, plugins: '', specimens: '', logLevel: 'silent' })
  const { types } = parseMetrics((await host.inject('/metrics')).body)
  await host.close()
  await redis.close()
  return types
}

it('name metrics that exist', async () => {
  const host = await createHost({ relay: true, plugins: '', specimens: '', logLevel: 'silent' })
  const types = new Map(parseMetrics((await host.inject('/metrics')).body).types)
  await host.close()
  for (const [name, type] of await readGroupTypes()) types.set(name, type)
  const { panels, templating } = JSON.parse(read('grafana-dashboard.json'))
  const queries: string[] = panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  const rules = read('prometheus-alerts.yml')
    .split('- alert:')
    .slice(1)
    .map((rule) => /expr:([\s\S]*?)\n {8}(?:for|labels):/.exec(rule)?.[1] ?? '')
  const variables: string[] = templating.list.map(({ query }: { query: string }) => query)
  expect(queries.length).toBeGreaterThan(15)
  expect(rules.length).toBeGreaterThan(4)
  for (const expression of [...queries, ...rules]) expect(listNames(expression), expression).not.toEqual([])
  const named = [...queries, ...rules, ...variables].flatMap(listNames)
  const exists = (name: string): boolean =>
    (redisMissing !== undefined && name.startsWith('specimen_group_')) ||
    types.has(name) ||
    ofPrometheus.has(name) ||
    types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram'
  expect(named.filter((name) => !exists(name))).toEqual([])
})
