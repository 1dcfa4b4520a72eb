import type { RouteContract } from '@countersign/protocol'
import { z } from 'zod'

/** The routes as an OpenAPI 3.1 document. */
export function openApi(routes: readonly RouteContract[], version: string): Document {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const contract of routes) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation(contract) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version,
      description:
        'Refusals are `{ "error": { "code", "message" } }` with a matching status. `x-needs` is the right a caller needs: see the protocol reference.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: REFUSAL },
    },
  }
}

interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, unknown>>
  readonly components: Readonly<Record<string, unknown>>
  readonly [extra: string]: unknown
}

const REFUSAL = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string' }, message: { type: 'string' } },
    },
  },
}

function operation(contract: RouteContract): unknown {
  const { needs, about, body, file, reply } = contract
  return {
    summary: about,
    'x-needs': needs,
    security: needs === 'open' ? [] : [{ token: [] }],
    parameters: [...parameters(contract.params, 'path'), ...parameters(contract.query, 'query')],
    ...(body === undefined && file === undefined ? {} : { requestBody: requestBody(contract) }),
    responses: {
      200: {
        description: 'done',
        content:
          reply === undefined
            ? { '*/*': {} }
            : { 'application/json': { schema: jsonSchema(reply, 'output') } },
      },
      default: {
        description: 'refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  }
}

function requestBody({ body, file }: RouteContract): unknown {
  return {
    required: true,
    content:
      body === undefined
        ? { [file ?? '*/*']: { schema: { type: 'string', format: 'binary' } } }
        : { 'application/json': { schema: jsonSchema(body, 'input') } },
  }
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): readonly unknown[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: jsonSchema(field, 'input'),
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
