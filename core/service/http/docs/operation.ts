/** One operation of the OpenAPI document as a part of the page at `/docs`. */

import { escapeHtml } from '../../../contract/text/escape-html.ts'
import { problemMediaType } from '../answer/errors.ts'
import type { ApiDocument, PathOperation } from '../openapi/document.ts'
import { listCommon } from '../openapi/responses.ts'
import { toCode, toHtml, toJson, toTable } from './html.ts'

interface Described {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly content?: {
    readonly [mediaType: string]: { readonly schema?: Described; readonly example?: unknown }
  }
  readonly properties?: { readonly [name: string]: Described }
  readonly type?: string | readonly string[]
}
type Answers = { readonly [status: string]: Described }

/** An operation at its address. */
export interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: PathOperation
}

/** The parts of the document are JSON objects written by `core/service/http/openapi`. */
const toDescribed = (part: object): Described => part as Described // as just said
const toDescribedAnswers = (responses: object): Answers => responses as Answers // as just said

const common = toDescribedAnswers(listCommon({ takesBody: true, hasId: true, isOpen: false }))

/** Returns the article of an operation. */
export function toArticle(document: ApiDocument, { path, method, operation }: Placed): string {
  const { operationId, summary, parameters = [], requestBody, security } = operation
  const [scope] = security.flatMap(({ bearer = [] }) => bearer)
  const needs = scope === undefined ? '' : ` <small>needs <code>${escapeHtml(scope)}</code></small>`
  const responses = toDescribedAnswers(operation.responses)
  const body = requestBody && toDescribed(requestBody).content?.['application/json']
  const members = Object.entries((body?.schema && resolve(document, body.schema).properties) ?? {})
  const inputs = [
    ...parameters.map(toDescribed),
    ...members.map(([name, member]) => ({ ...member, name, in: 'body' })),
  ]
  const own = Object.entries(responses).filter(
    ([status, { $ref }]) => $ref === undefined || $ref !== common[status]?.$ref,
  )
  const reply = resolve(document, responses['200'] ?? {}).content?.['application/json']
  const verb = `<span class="method ${method}">${method.toUpperCase()}</span>`
  const shownReply = reply?.example ? toJson(reply.example, 'Reply') : ''
  return `<section id="${operationId}"><h3>${verb} <code>${escapeHtml(path)}</code></h3>
<p>${toHtml(summary)}${needs}</p>
${inputs.length > 0 ? toTable(['Input', 'What it is'], inputs.map(toInput)) : ''}
${body?.example ? toCode(JSON.stringify(body.example), 'Body') : ''}
${toTable(['Status', 'Answer'], toAnswers(document, Object.fromEntries(own)))}
${shownReply && `<details><summary>A reply</summary>${shownReply}</details>`}
<button type="button" data-operation="${operationId}" hidden>Try it</button></section>`
}

/** Returns the table of the answers that any request may get. */
export function toCommonAnswers(document: ApiDocument): string {
  return toTable(['Status', 'Answer'], toAnswers(document, common))
}

function toInput({
  name = '',
  in: place = '',
  required = false,
  description = '',
  type,
  example,
}: Described): string[] {
  const types = place === 'body' ? [type ?? []].flat().join(' or ') : ''
  const where = [place, types, required ? 'required' : ''].filter((part) => part !== '').join(', ')
  const shown = example === undefined ? '' : ` Example: <code>${escapeHtml(String(example))}</code>`
  return [`<code>${escapeHtml(name)}</code> <small>${where}</small>`, toHtml(description) + shown]
}

function toAnswers(document: ApiDocument, answers: Answers): string[][] {
  return Object.entries(answers).map(([status, answer]) => {
    const { description = '', content = {} } = resolve(document, answer)
    const types = Object.keys(content).filter((mediaType) => mediaType !== problemMediaType)
    return [
      `<code>${status}</code>`,
      `${toHtml(description)} ${types.map((type) => `<small>${escapeHtml(type)}</small>`).join(' ')}`,
    ]
  })
}

function resolve(document: ApiDocument, described: Described): Described {
  const [, group, name = ''] = /^#\/components\/(schemas|responses)\/(\w+)$/.exec(described.$ref ?? '') ?? []
  if (group !== 'schemas' && group !== 'responses') return described // our own
  const parts: { readonly [name: string]: object } = document.components[group]
  return toDescribed(parts[name] ?? {})
}
