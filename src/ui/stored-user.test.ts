import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeStorage } from '#tests/fake-storage.ts'

const FIELDS = [
  'UserId',
  'UserName',
  'DisplayName',
  'Auth',
  'Token',
  'ApiKey',
  'SessionId',
  'Venues',
  'VenueId',
  'Permissions',
  'Roles',
  'Config',
  'StripeRedirectUri',
  'StripeLocationId',
  'DeputyRedirectUri',
  'DeputyLocationId',
  'InvolvRedirectUri',
  'InvolvLocationId',
  'ShopifyRedirectUri',
  'ShopifyLocationId',
]

let storage: ReturnType<typeof fakeStorage>
let stored: typeof import('./stored-user.ts')

beforeEach(async () => {
  storage = fakeStorage()
  vi.stubGlobal('localStorage', storage)
  vi.resetModules()
  stored = await import('./stored-user.ts')
})

const written = () => JSON.parse(storage.getItem('daybook.user') ?? 'null') as Record<string, unknown> | null

describe('the signed-in user record', () => {
  test('has exactly the fields of the specification', () => {
    stored.beginStoredUser({ UserId: 2, UserName: 'owner', Auth: 'b64', EmployeeId: 9, Password: 'x' } as never)
    expect(Object.keys(written() ?? {})).toEqual(FIELDS)
  })

  test('that it exists means signed in', () => {
    expect(stored.storedUser()).toBeUndefined()
    stored.beginStoredUser({ UserId: 2, UserName: 'owner' })
    expect(stored.storedUser()?.UserName).toBe('owner')
  })

  test('signing in clears whoever was stored before', () => {
    stored.beginStoredUser({ UserId: 2, UserName: 'owner', Token: 'old', Roles: ['Owner'] })
    stored.beginStoredUser({ UserId: 3, UserName: 'manager' })
    expect(stored.storedUser()).toMatchObject({ UserId: 3, Token: '', Roles: [] })
  })

  test('a Token makes Auth blank', () => {
    stored.beginStoredUser({ UserId: 2, UserName: 'owner', Auth: 'b64' })
    stored.changeStoredUser({ Token: 't', VenueId: 1 })
    expect(stored.storedUser()).toMatchObject({ Auth: '', Token: 't', VenueId: 1 })
  })

  test('logout clears the named fields before the record goes, Token included', () => {
    stored.beginStoredUser({ UserId: 2, UserName: 'owner', Roles: ['Owner'], Permissions: [{ Tag: 'can_viewsales' }], SessionId: 's' })
    stored.changeStoredUser({ Token: 't', VenueId: 1 })
    storage.log.length = 0
    stored.clearStoredUser()
    const [cleared, removed] = storage.log
    expect(JSON.parse(cleared?.value ?? '{}')).toMatchObject({ Auth: '', Config: null, Permissions: [], Roles: [], SessionId: '', UserId: 0, VenueId: 0 })
    expect(removed).toEqual({ key: 'daybook.user', value: undefined })
    expect(stored.storedUser()).toBeUndefined()
  })

  test('language and theme outlive it', () => {
    storage.setItem('daybook.theme', 'dark')
    storage.setItem('daybook.language', 'jp')
    stored.beginStoredUser({ UserId: 2, UserName: 'owner' })
    stored.clearStoredUser()
    expect([storage.getItem('daybook.theme'), storage.getItem('daybook.language')]).toEqual(['dark', 'jp'])
  })

  test.each(['not json', '[]', 'null', '{"UserId":"2"}', '{"UserId":2,"UserName":"x","Roles":"Admin"}', '{"UserId":0,"UserName":"x"}'])(
    '%s in storage is nobody',
    (text) => {
      storage.setItem('daybook.user', text)
      expect(stored.storedUser()).toBeUndefined()
    },
  )

  test('a change without anyone signed in does nothing', () => {
    stored.changeStoredUser({ Token: 't' })
    expect(written()).toBeNull()
  })

  test('a browser without storage still signs in, for as long as the page lives', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      },
      removeItem: () => {
        throw new Error('denied')
      },
    })
    stored.beginStoredUser({ UserId: 2, UserName: 'owner' })
    expect(stored.storedUser()?.UserName).toBe('owner')
    stored.clearStoredUser()
    expect(stored.storedUser()).toBeUndefined()
  })
})
