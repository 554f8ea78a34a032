/**
 * Holds the answers of a host to its OpenAPI document: a declared status, a declared media type, a body
 * that its schema allows.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Api, Body } from './api.ts'

export type Schema = { readonly [keyword: string]: Body }

/** An operation of the document with its address, and what it takes. */
export interface DescribedOperation {
  readonly id: string
  readonly method: string
  /** With `{name}` where a path parameter stands. */
  readonly path: string
  /** Whether it asks for no token. */
  readonly isOpen: boolean
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  /** Undefined for operations that take no body. */
  readonly body: Schema | undefined
}

export interface ApiDocument {
  readonly operations: readonly DescribedOperation[]
  /** Returns what is wrong with an answer, an empty list when it is as declared. Reads its body. */
  check(operationId: string, response: Response): Promise<string[]>
}

/** Returns the document of the host behind `api`. */
export async function readApiDocument(api: Api): Promise<ApiDocument> {
  const document = await api.json('/openapi.json')
  const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(closeObjects(document), 'api')
  const operations = Object.entries<Body>(document.paths).flatMap(([path, methods]) => {
    return Object.entries<Body>(methods).map(([method, described]): DescribedOperation => {
      const { operationId: id, security, parameters = [], requestBody } = described
      return {
        id,
        isOpen: security.every((needed: Body) => needed.bearer === undefined),
        method: method.toUpperCase(),
        path,
        parameters,
        body: follow(document, requestBody?.content['application/json']?.schema),
      }
    })
  })
  const validators = new Map<string, ValidateFunction>()
  const compile = (schema: Body): ValidateFunction => {
    const key = JSON.stringify(schema).replaceAll('"#/', '"api#/')
    const known = validators.get(key) ?? ajv.compile(JSON.parse(key))
    validators.set(key, known)
    return known
  }
  const check = async (operationId: string, response: Response): Promise<string[]> => {
    const { path, method } = operations.find(({ id }) => id === operationId) ?? { path: '', method: '' }
    const declared = follow(document, document.paths[path][method.toLowerCase()].responses[response.status])
    const body = Buffer.from(await response.arrayBuffer())
    if (!declared) return [`${response.status} is not declared: ${body.subarray(0, 300)}`]
    // A file's 412 has no body and a result's has one, which OpenAPI cannot tell apart at one address.
    if (response.status === 412 && body.length === 0) return []
    return [
      ...checkHeaders(declared, response.headers),
      ...checkBody(declared, response.headers, body, compile),
    ]
  }
  return { operations, check }
}

function checkHeaders({ headers = {} }: Body, given: Headers): string[] {
  const required = Object.entries<Body>(headers).filter(([, header]) => header.required)
  return required.filter(([name]) => !given.has(name)).map(([name]) => `the header ${name} is missing`)
}

function checkBody(
  { content }: Body,
  headers: Headers,
  body: Buffer,
  compile: (schema: Body) => ValidateFunction,
): string[] {
  if (content === undefined)
    return body.length === 0 ? [] : [`a body of ${body.length} bytes is not declared`]
  const mediaType = headers.get('content-type')?.split(';', 1)[0] ?? ''
  const name = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*'].find((range) =>
    Object.hasOwn(content, range),
  )
  if (name === undefined) return [`${mediaType} is not declared`]
  if (!/json$/.test(name)) return []
  const validate = compile(content[name].schema)
  return validate(JSON.parse(body.toString()))
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function follow(document: Body, described: Body): Body {
  return (
    described?.$ref
      ?.split('/')
      .slice(1)
      .reduce((part: Body, name: string) => part[name], document) ?? described
  )
}

/** A member that a schema does not name is a mistake here, though clients ignore it. */
function closeObjects(node: Body): Body {
  if (Array.isArray(node)) return node.map(closeObjects)
  if (typeof node !== 'object' || node === null) return node
  const closed = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closeObjects(value)]))
  const isObject =
    closed.type === 'object' && typeof closed.properties === 'object' && Array.isArray(closed.required)
  return isObject && !('additionalProperties' in closed) ? { ...closed, additionalProperties: false } : closed
}
