import { z } from 'zod'
import type { Json } from '../../json.ts'

/** Any JSON value; undefined is rejected. */
export const AnyJson = z.custom<Json>((value) => value !== undefined)
export const Text = z.string()
export const List = z.array(AnyJson)
export const Fields = z.record(z.string(), AnyJson)
