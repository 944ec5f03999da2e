import createClient, { type FetchResponse } from 'openapi-fetch'
import type { paths } from './openapi.d.ts'

const client = createClient<paths>({ baseUrl: 'https://daybook.example' })

type Method = 'get' | 'post' | 'put' | 'delete'
type Data<Operation> = Operation extends Record<string | number, unknown> ? FetchResponse<Operation, object, `${string}/${string}`>['data'] : undefined

/** The calls whose answer a generated client leaves without a field. */
type Untyped = {
  [Path in keyof paths]: {
    [M in Method]: [Data<paths[Path][M]>] extends [undefined] ? never : [keyof NonNullable<Data<paths[Path][M]>>] extends [never] ? `${M} ${Path}` : never
  }[Method]
}[keyof paths]

export const untyped = (call: Untyped): never => call

export const signIn = async (UserName: string, Password: string): Promise<string> => {
  const { data, error } = await client.POST('/api/auth/credentials', { body: { UserName, Password } })
  if (error) throw new Error(error.ResponseStatus.Message)
  return data.Auth
}

export const salesOf = async (FromDate: string, ToDate: string): Promise<string[]> => {
  const { data } = await client.GET('/api/sales/day', { params: { query: { FromDate, ToDate, Interval: 'day' } } })
  return (data?.Locations ?? []).map(({ Name, Sales, Amount }) => `${Name}: ${Sales.toFixed(0)} sales, ${Amount.toFixed(2)}`)
}

export const salesAsCsv = async (FromDate: string, ToDate: string): Promise<string | undefined> => {
  const { data } = await client.GET('/api/sales/day', { params: { query: { FromDate, ToDate, format: 'csv' } }, parseAs: 'text' })
  return data?.slice(1)
}

export const addPoints = async (card: string, Points: number): Promise<boolean> => {
  const { data } = await client.POST('/api/loyalty/{card}/points', { params: { path: { card } }, body: { Points, LocationId: 1 } })
  return data?.State === 'Pending'
}

export const deleteSavedOrder = async (savedId: string): Promise<boolean> => {
  const { response } = await client.DELETE('/api/stock/saved-orders/{savedId}', { params: { path: { savedId } } })
  return response.status === 204
}
