import { type TSchema, Type } from 'typebox'

const TEXTS = {
  400: 'The request is not valid; the message names the field.',
  401: 'No valid API key.',
  404: 'Not found, or of another account.',
  409: 'The record is in a state that does not allow this; the message names it.',
  413: 'The body is over 1 MiB.',
  415: 'The body is not application/json.',
  422: 'The content check flagged the text.',
  429: 'More requests in 60 seconds than the key may make.',
  503: 'A part of the service does not answer; try again after `Retry-After` seconds.',
} as const

type ErrorStatus = keyof typeof TEXTS

/** The answers that every route of /v1 can give, and those named. */
export function errorAnswers(...statuses: readonly ErrorStatus[]): Record<number, TSchema> {
  const all: readonly ErrorStatus[] = [...statuses, 401, 429, 503]
  return Object.fromEntries(
    all.map((status) => [status, Type.Unsafe<unknown>({ $ref: 'Error#', description: TEXTS[status] })]),
  )
}
