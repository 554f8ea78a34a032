/**
 * The provenance of a result as a document: the tree of its calls in the words of W3C PROV, as PROV-JSON has
 * them. Equal trees have equal documents: a document has no time but those by which a file of a specimen is
 * told from an earlier one. It says nothing that its caller did not send or may not see, as a call is made of
 * nothing else.
 */
import { replaceAt } from '../../contract/domain/data-ref.ts'
import { pointInto } from '../../contract/schema/issue-words.ts'
import { formatCount } from '../../contract/text/count.ts'
import type { Json, JsonObject } from '../../contract/values/json.ts'
import type { Call, CallInput, TakenFile } from '../run/call.ts'

/** Most bytes of a document within a file. */
export const embeddedBytes = 16 * 2 ** 10

/** What a host knows of the code of calls. */
export interface ProvenanceParts {
  /** The version of the host. */
  readonly version: string
  /** Returns the name of whoever has signed the bundle with a hash; undefined where that is not known. */
  readonly findSigner: (hash: string) => string | undefined
}

/** One call of a tree, wherever it stands there. */
interface TreeNode {
  readonly call: Call
  /** Counts from 1, level by level. */
  readonly number: number
  /** 1 for the call itself; the least where it stands at several. */
  readonly level: number
}

/** The calls of a tree, each once. */
type Tree = ReadonlyMap<string, TreeNode>

/** What is written of a tree. */
interface Extent {
  /** The deepest level that is written. */
  readonly levels: number
  readonly hasParams: boolean
}

const whole: Extent = { levels: Number.POSITIVE_INFINITY, hasParams: true }
const prefix = {
  specimen: 'urn:specimen-host:provenance:',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
}
const host = 'specimen:host'

/** Returns the whole document of a call. */
export function toProvenance(call: Call, parts: ProvenanceParts): JsonObject {
  return writeTree(listNodes(call), whole, parts)
}

/**
 * Returns the document of a call as JSON for a file, in `most` bytes: a longer one leaves out the deepest
 * calls, then the parameters of the first, and says so.
 */
export function toShortProvenance(call: Call, parts: ProvenanceParts, most = embeddedBytes): string {
  const tree = listNodes(call)
  const deepest = [...tree.values()].at(-1)?.level ?? 1 // they are listed level by level
  for (let levels = deepest; levels > 0; levels--) {
    const text = JSON.stringify(writeTree(tree, { levels, hasParams: true }, parts))
    if (Buffer.byteLength(text) <= most) return text
  }
  return JSON.stringify(writeTree(tree, { levels: 1, hasParams: false }, parts))
}

function toNodeId({ invocation: { key, revision } }: Call): string {
  return JSON.stringify([key, revision])
}

function listNodes(root: Call): Tree {
  const tree = new Map<string, TreeNode>()
  let calls: readonly Call[] = [root]
  for (let level = 1; calls.length > 0; level++) {
    const fresh = calls.filter((call) => {
      const id = toNodeId(call)
      const isFresh = !tree.has(id)
      if (isFresh) tree.set(id, { call, number: tree.size + 1, level })
      return isFresh
    })
    calls = fresh.flatMap(({ inputs = [] }) => inputs.map((input) => input.call))
  }
  return tree
}

/** Records by their names. */
type Records = { [name: string]: JsonObject }

/** The records of a document, by their kinds. */
interface Document {
  readonly entity: Records
  readonly activity: Records
  readonly agent: Records
  readonly used: Records
  readonly wasGeneratedBy: Records
  readonly wasAssociatedWith: Records
  readonly wasAttributedTo: Records
}

function writeTree(tree: Tree, extent: Extent, { version, findSigner }: ProvenanceParts): JsonObject {
  const software = { 'specimen:name': 'specimen-host', 'specimen:version': version }
  const document: Document = {
    entity: {},
    activity: {},
    agent: { [host]: { 'prov:type': 'prov:SoftwareAgent', ...software } },
    used: {},
    wasGeneratedBy: {},
    wasAssociatedWith: {},
    wasAttributedTo: {},
  }
  const written = [...tree.values()].filter(({ level }) => level <= extent.levels)
  const left = sayLeft(tree.size - written.length, extent.levels)
  for (const node of written) {
    const { call, number } = node
    document.entity[toResultName(node)] = { ...describeResult(call), ...(number === 1 && left) }
    if (call.source?.kind !== 'function') continue
    addCode(document, call, call.source.owner, findSigner(call.invocation.revision))
    addRun(document, node, { tree, extent })
  }
  return { prefix, ...document }
}

function toResultName({ number }: TreeNode): string {
  return `specimen:result-${number}`
}

function toCodeName({ invocation: { functionName } }: Call): string {
  return `specimen:code-${functionName}`
}

function addCode(
  { entity, agent, wasAttributedTo }: Document,
  call: Call,
  owner: string,
  signer: string | undefined,
): void {
  const { functionName, revision } = call.invocation
  const code = toCodeName(call)
  const of = { 'specimen:function': functionName, 'specimen:of': owner, 'specimen:revision': revision }
  entity[code] = { 'prov:type': 'prov:Plan', ...of }
  if (signer === undefined) return
  const name = `specimen:signer-${signer}`
  agent[name] = { 'prov:type': 'prov:Agent', 'specimen:name': signer }
  wasAttributedTo[`_:signature-${functionName}`] = { 'prov:entity': code, 'prov:agent': name }
}

/** Adds how the result of a function was made: by which run, with which parameters, of which results. */
function addRun(
  { entity, activity, used, wasGeneratedBy, wasAssociatedWith }: Document,
  node: TreeNode,
  { tree, extent }: { readonly tree: Tree; readonly extent: Extent },
): void {
  const { call, number } = node
  const run = `specimen:run-${number}`
  const by = { 'prov:activity': run }
  activity[run] = {
    'specimen:function': call.invocation.functionName,
    ...describeParams(node, tree, extent),
  }
  wasGeneratedBy[`_:generation-${number}`] = { 'prov:entity': toResultName(node), ...by }
  wasAssociatedWith[`_:association-${number}`] = { ...by, 'prov:agent': host, 'prov:plan': toCodeName(call) }
  for (const [i, input] of (call.inputs ?? []).entries()) {
    const taken = tree.get(toNodeId(input.call))
    if (taken && taken.level <= extent.levels)
      used[`_:use-${number}-${i + 1}`] = { ...by, ...describeUse(input, taken) }
  }
  for (const [i, { steps, file }] of (call.files ?? []).entries()) {
    const name = toFileName(number, i)
    entity[name] = describeFile(file)
    used[`_:use-${number}-file-${i + 1}`] = { ...by, 'prov:entity': name, 'prov:role': toPointer(steps) }
  }
}

/** Returns the name of a file that a call takes as it is. */
function toFileName(number: number, index: number): string {
  return `specimen:file-${number}-${index + 1}`
}

function describeFile({ name, source }: TakenFile): JsonObject {
  const of = name === '' ? {} : { 'specimen:file': name }
  if (source.kind === 'brought') return { 'specimen:sha256': source.hash, ...of }
  return { 'specimen:id': source.id, ...of, 'specimen:revision': source.revision }
}

function toPointer(steps: readonly string[]): string {
  return steps.reduce((at, step) => pointInto(at, step), '')
}

function describeResult({ invocation, source }: Call): JsonObject {
  const of = { ...(source && { 'specimen:kind': source.type }), 'specimen:key': invocation.key }
  if (source?.kind === 'file') {
    const { hash, name } = source
    return { ...of, 'specimen:sha256': hash, ...(name !== '' && { 'specimen:file': name }) }
  }
  if (source?.kind !== 'specimen') return of
  const { functionName, revision } = invocation
  const file = source.file === null ? {} : { 'specimen:file': source.file }
  return { ...of, 'specimen:id': functionName, ...file, 'specimen:revision': revision }
}

function sayLeft(left: number, levels: number): JsonObject {
  if (left === 0) return {}
  const calls = formatCount(left, 'more call')
  return { 'specimen:left': `Left out here, for brevity: ${calls}, deeper than level ${levels}.` }
}

/** Returns the parameters of a call as JSON, in which results stand for the references to them. */
function describeParams({ call, number }: TreeNode, tree: Tree, { hasParams }: Extent): JsonObject {
  if (!hasParams) return { 'specimen:left': 'The parameters are left out here, for brevity.' }
  const { invocation, inputs = [], files = [] } = call
  const given = files.reduce<Json>(
    (before, { steps }, i) => replaceAt(before, steps, { 'prov:entity': toFileName(number, i) }),
    invocation.params,
  )
  const params = inputs.reduce<Json>((before, input) => {
    const { steps } = input
    const taken = tree.get(toNodeId(input.call))
    return taken ? replaceAt(before, steps, { 'prov:entity': toResultName(taken) }) : before
  }, given)
  return { 'specimen:parameters': { $: JSON.stringify(params), type: 'rdf:JSON' } }
}

function describeUse({ steps, id, part, words = {} }: CallInput, taken: TreeNode): JsonObject {
  return {
    'prov:entity': toResultName(taken),
    'prov:role': toPointer(steps),
    ...(id !== undefined && { 'specimen:id': id }),
    ...(part !== undefined && { 'specimen:part': part }),
    ...(words.axes !== undefined && { 'specimen:axes': words.axes }),
    ...(words.value !== undefined && { 'specimen:values': words.value }),
  }
}
