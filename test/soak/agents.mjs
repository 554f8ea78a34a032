/** An agent over Streamable HTTP: it begins, asks, loses its connection, asks for the rest, and ends or is lost. */
import { setTimeout } from 'node:timers/promises'

const busy = 503
const messages = { accept: 'application/json, text/event-stream' }
const values = 40
const pick = (count) => Math.floor(Math.random() * count)

/** One session, with checks of every answer. One in three is dropped: `client.endSessions` ends those. */
export async function runAgent(client) {
  const session = await begin(client)
  if (!session) return
  const { tools } = (await ask(client, session, 'tools/list')).result
  for (const wanted of ['look', 'sweep', 'small'])
    check(
      tools.some(({ name }) => name === wanted),
      `tools/list has no ${wanted}`,
    )
  const n = pick(values)
  const called = await callTool(client, session, 'small', { n })
  if (called) checkResult(called.result, n)
  const steps = Array.from({ length: 3 }, () => pick(values))
  const given = { specimen: 'small', parameter: 'n', values: [...new Set(steps)] }
  const swept = await callTool(client, session, 'sweep', given)
  if (swept) checkSweep(swept.result, given.values)
  if (called) await replay(client, session, called)
  if (pick(3) === 0) await drop(client, session)
  else await end(client, session)
}

async function begin(client) {
  const clientInfo = { name: 'soak', version: '1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const body = { jsonrpc: '2.0', id: 0, method: 'initialize', params }
  const answer = await client.send('POST', `/mcp?room_id=agents-${pick(8)}`, body, [200, busy], messages)
  if (answer.status === busy) return undefined
  const named = {
    ...messages,
    'mcp-session-id': answer.headers['mcp-session-id'],
    'mcp-protocol-version': '2025-11-25',
  }
  const session = { headers: named, next: 1 }
  client.sessions.add(session)
  const begun = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await client.send('POST', '/mcp', begun, [202], session.headers)
  return session
}

/** Returns the answer to a request, with the text of its stream. */
async function ask(client, session, method, params = {}) {
  const body = { jsonrpc: '2.0', id: session.next++, method, params }
  const answer = await client.send('POST', '/mcp', body, [200, busy], session.headers)
  if (answer.status === busy) return { result: { isBusy: true, tools: [] } }
  const text = answer.bytes.toString()
  return { ...readAnswer(text, body.id), text }
}

/** Returns what a tool answers; undefined where the host is at its limits. */
async function callTool(client, session, name, given) {
  const answer = await ask(client, session, 'tools/call', { name, arguments: given })
  const { isBusy, isError, content } = answer.result
  if (isBusy || (isError && content[0].text.includes('host.busy'))) return undefined
  check(!isError, `${name} answers ${content[0]?.text}`)
  return answer
}

function readAnswer(text, id) {
  const data = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json))
  const answer = data.find((message) => message.id === id)
  check(answer?.result, `no result in ${text.slice(0, 200)}`)
  return { id, result: answer.result }
}

function checkResult({ structuredContent }, n) {
  const { type, params, facts } = structuredContent
  check(
    type === 'volume' && params.n === n && facts.values.mean === n,
    `small(${n}) is ${JSON.stringify(facts)}`,
  )
}

function checkSweep({ structuredContent }, wanted) {
  const means = structuredContent.steps.map(({ facts }) => facts?.values.mean)
  check(String(means) === String(wanted), `a sweep of ${wanted} is one of ${means}`)
}

/** The connection is lost behind the first event of a call: the rest of its stream is the answer once more. */
async function replay(client, session, { id, text }) {
  const [, first] = /^id: (.*)$/m.exec(text) ?? []
  const headers = { ...session.headers, accept: 'text/event-stream', 'last-event-id': first }
  const again = await client.send('GET', '/mcp', undefined, [200, busy, 400], headers)
  // 400: what the session has no room for is kept no more.
  if (again.status !== 200) return
  const [one, other] = [text, again.bytes.toString()].map((told) =>
    JSON.stringify(readAnswer(told, id).result),
  )
  check(one === other, 'a replay has another answer than the call')
}

/** Leaves a call, a stream of news and replays unread, and the session with them. */
async function drop(client, session) {
  const params = { name: 'large', arguments: { n: Math.random() } }
  const body = { jsonrpc: '2.0', id: session.next++, method: 'tools/call', params }
  const headers = { ...session.headers, accept: 'text/event-stream' }
  await Promise.all([
    client.abandon('/mcp', pick(60), { method: 'POST', body, headers: session.headers }),
    client.abandon('/mcp', pick(60), { headers }),
  ])
  await setTimeout(pick(20))
}

/** Ends a session: afterwards it is unknown. */
export async function end(client, session) {
  client.sessions.delete(session)
  await client.send('DELETE', '/mcp', undefined, [200], session.headers)
  const list = { jsonrpc: '2.0', id: session.next++, method: 'tools/list' }
  await client.send('POST', '/mcp', list, [404], session.headers)
}

function check(isRight, message) {
  if (!isRight) throw new Error(message)
}
