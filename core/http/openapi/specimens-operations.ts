import type { JsonObject } from '../../domain/json.ts'
import { glbMediaType, jsonMediaType, pngMediaType } from '../answer/represent.ts'
import * as examples from './examples.ts'
import { answer, etag, type Operation, referAnswer, resultHeaders } from './responses.ts'
import { bytes, idInPath, refer, text } from './schema.ts'
import { roomSchema } from './schemas.ts'

const tags = ['specimens']
const specimenId = {
  name: 'specimen_id',
  in: 'path',
  required: true,
  description: 'Id of a specimen, or name of a function that no specimen has as its id.',
  schema: idInPath,
  example: examples.id,
}
const paramsInQuery = {
  name: 'params',
  in: 'query',
  description: 'A JSON object of parameters. Absent ones take their defaults.',
  schema: { ...text, contentMediaType: jsonMediaType, contentSchema: { type: 'object' } },
  example: JSON.stringify(examples.params),
}
const roomInQuery = {
  name: 'room_id',
  in: 'query',
  description: 'The peers of a room share one result. Absent or empty means `service`.',
  schema: roomSchema,
  example: 'lab',
}
const callBody = { content: { 'application/json': { schema: refer('CallBody'), example: examples.call } } }
const disposition = {
  description: 'The name of the file, for a static specimen.',
  schema: text,
  example: 'attachment; filename="rock.stl"',
}
const fileAnswers = {
  206: referAnswer('PartOfFile'),
  304: referAnswer('NotModified'),
  412: referAnswer('FileConditionFailed'),
  416: referAnswer('RangeNotSatisfiable'),
  502: referAnswer('BadGateway'),
  504: referAnswer('GatewayTimeout'),
}

function describeData(envelopeMediaType: string): JsonObject {
  return {
    200: {
      description:
        'The file of a static specimen, or the result in it where Accept names a form of that rather than ' +
        'the file. The result of a dynamic one, in the form that Accept names, else as the envelope (mesh, ' +
        'volume) or JSON (point_cloud, image); envelopes and JSON are compressed as Accept-Encoding asks, ' +
        'and plain with Cache-Control: no-transform.',
      headers: { ...resultHeaders, 'Content-Disposition': disposition },
      content: {
        [envelopeMediaType]: {
          schema: { ...bytes, description: 'The binary envelope.', externalDocs: envelopeDocs },
        },
        [jsonMediaType]: { schema: refer('Result'), example: examples.mesh },
        [glbMediaType]: { schema: { ...bytes, description: 'A mesh as binary glTF.' } },
        [pngMediaType]: { schema: { ...bytes, description: 'An image as PNG.' } },
        '*/*': { schema: { ...bytes, description: 'A file, with the media type of its extension.' } },
      },
    },
    ...fileAnswers,
    404: referAnswer('UnknownSpecimen'),
    406: referAnswer('Undecodable'),
    412: referAnswer('ConditionFailed'),
    422: referAnswer('InvalidParameters'),
    500: referAnswer('Failed'),
  }
}

/** The address of the envelope's description, relative to the document. */
export const envelopeDocs = { description: 'The binary envelope, byte by byte', url: 'docs/envelope' }

const catalogOperations = {
  listSpecimens: {
    tags,
    summary: 'The catalog',
    responses: {
      200: {
        ...answer('Entries, sorted by id.', ['CatalogEntry'], [examples.entry]),
        headers: { ETag: etag },
      },
      304: referAnswer('NotModified'),
    },
  },
  readSpecimen: {
    tags,
    summary: 'One specimen, with the schema of its parameters',
    parameters: [specimenId],
    responses: {
      200: answer('The specimen.', 'Specimen', examples.specimen),
      404: referAnswer('UnknownSpecimen'),
    },
  },
  readThumbnail: {
    tags,
    summary: 'The preview image',
    parameters: [specimenId],
    responses: {
      200: {
        description: 'The image.',
        headers: { ETag: etag },
        content: { 'image/*': { schema: bytes }, '*/*': { schema: bytes } },
      },
      ...fileAnswers,
      404: referAnswer('NoThumbnail'),
    },
  },
  reload: {
    tags,
    summary: 'Reads bundles and specimens again and swaps the catalog',
    responses: { 200: answer('Counts, and what could not be used.', 'Reload', examples.reload) },
  },
  postReload: {
    tags,
    summary: 'The same as GET, for clients that change nothing by GET',
    responses: { 200: answer('Counts, and what could not be used.', 'Reload', examples.reload) },
  },
} satisfies { readonly [operationId: string]: Operation }

/** Returns the operations below `/api/specimens`, with the host's name for the envelope. */
export function describeSpecimens(envelopeMediaType: string) {
  return {
    ...catalogOperations,
    getData: {
      tags,
      summary: 'The data of a specimen: its file, the result in that, or the result of its function',
      parameters: [specimenId, paramsInQuery, roomInQuery],
      responses: describeData(envelopeMediaType),
    },
    postData: {
      tags,
      summary: 'The same as GET, with the parameters in the body',
      parameters: [specimenId],
      requestBody: callBody,
      responses: { ...describeData(envelopeMediaType), 409: referAnswer('Superseded') },
    },
    startJob: {
      tags,
      summary: 'Starts a load as a background job',
      parameters: [specimenId],
      requestBody: callBody,
      responses: {
        200: answer('The job.', 'StartBody', examples.started),
        400: referAnswer('StaticSpecimen'),
        404: referAnswer('UnknownSpecimen'),
        422: referAnswer('InvalidParameters'),
      },
    },
  } satisfies { readonly [operationId: string]: Operation }
}
