import type * as z from 'zod/mini'

/** Work done later by the server: its name and what it is told. No secret goes into what it is told, since that rests in the database. */
export interface Job<S extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  payload: S
}

/** Declares a job beside the contract of its feature, so that other features may ask for it. */
export const job = <S extends z.ZodMiniType>(name: string, payload: S): Job<S> => ({ name, payload })
