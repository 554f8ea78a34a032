import type { Scope } from '../../access/caller.ts'
import { operations } from './operations.ts'
import { listCommon, type Operation, responses } from './responses.ts'
import { resultSchemas } from './result-schemas.ts'
import { schemas } from './schemas.ts'
import { describeSpecimens, envelopeDocs } from './specimens-operations.ts'

/** A route as it was registered. */
export interface DescribedRoute {
  readonly method: string
  /** The scope of a caller, `open`, or `peer` for routes outside the API. */
  readonly scope: Scope | 'open' | 'peer'
  readonly url: string
  readonly operation: OperationId | undefined
}

/** The id of an operation of the API. */
export type OperationId = keyof ReturnType<typeof describeSpecimens> | keyof typeof operations

/** An operation at its address. */
export interface PathOperation extends Operation {
  readonly operationId: OperationId
  /** Contains the required scope as a role of the one scheme; empty where the host requires no token. */
  readonly security: readonly { readonly bearer?: readonly string[] }[]
}

/** The OpenAPI document. */
export type ApiDocument = ReturnType<typeof toDocument>

/** The settings of a host that appear in its description. */
export interface DocumentOptions {
  readonly version: string
  readonly envelopeMediaType: string
  readonly asksToken: boolean
}

const description = `3D and imaging specimens whose contents are functions: catalog, parameters, data, jobs
and one result per room.

Meshes and volumes come as a [binary envelope](docs/envelope), everything else as JSON. Every refusal and
failure is a \`Problem\` as \`application/problem+json\`. Every address that answers GET answers HEAD too,
without a body; another method is 405, another address 404.`

const tags = [
  { name: 'specimens', description: 'The catalog and its data' },
  { name: 'processing', description: 'Functions and the room cache' },
  {
    name: 'files',
    description: 'Files that callers bring as data of functions',
  },
  { name: 'jobs', description: 'Slow loads that can be watched and cancelled' },
  { name: 'together', description: 'What the peers of a room see together' },
  { name: 'tickets', description: 'Tickets for guests' },
  { name: 'plugins', description: 'Bundles, as their operator sees them' },
  { name: 'operation', description: 'What a host says of itself' },
]

/** Returns the operations by their ids, with the host's name for the envelope. */
export function describeOperations(envelopeMediaType: string): { readonly [Id in OperationId]: Operation } {
  return { ...describeSpecimens(envelopeMediaType), ...operations }
}

/**
 * Returns the OpenAPI 3.1 document of a host. Addresses and methods come from the routes, which name their
 * operation; parameters and answers are written in this folder. Its addresses are relative, so that a path
 * prefix fits. Nothing is compiled from it: the gate and `parse-request.ts` validate with more precise
 * refusals, and a validator and serialiser for each request would cost a third of a progress poll.
 */
export function toDocument(
  routes: readonly DescribedRoute[],
  { version, envelopeMediaType, asksToken }: DocumentOptions,
) {
  const described = describeOperations(envelopeMediaType)
  const paths: Record<string, Record<string, PathOperation>> = {}
  for (const { method, url, operation, scope } of routes) {
    if (operation === undefined || method === 'HEAD') continue
    const path = url.replace(/:([a-z_]+)/g, '{$1}').replace('*', '{path}')
    const common = listCommon({
      takesBody: method !== 'GET',
      hasId: path.includes('{'),
      isOpen: scope === 'open',
    })
    const own = described[operation]
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: operation,
        ...own,
        security: toSecurity(scope, asksToken),
        responses: { ...common, ...own.responses },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Specimen host', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    externalDocs: envelopeDocs,
    servers: [{ url: '.', description: 'This host' }],
    security: asksToken ? [{ bearer: [] }] : [{}, { bearer: [] }],
    tags,
    paths,
    components: {
      schemas: { ...schemas, ...resultSchemas },
      responses,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of the host, when it asks for one. Roles are its scopes: read, invoke, admin.',
        },
      },
    },
  }
}

function toSecurity(scope: DescribedRoute['scope'], asksToken: boolean): PathOperation['security'] {
  const needed = scope === 'open' ? {} : { bearer: [scope] }
  return asksToken ? [needed] : [{}, needed]
}
