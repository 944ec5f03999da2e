import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Id, IdNumber, sentText } from '#shared/fields.ts'
import { Offer } from './invitations.contract.ts'
import { Device } from './own-sessions.contract.ts'

/** What screens need to know of the chosen venue; part of the signed-in user record. */
export const UserConfig = z.object({
  ShowBreakdownPage: z.boolean(),
  ShowControlSheet: z.boolean(),
  ShowExcise: z.boolean(),
  ShowTimeAndAttendanceModule: z.boolean(),
  LoyaltyName: z.string(),
  /** What the tax in prices is called. */
  TaxName: z.string(),
  VenueName: z.string(),
  Sample: z.boolean(),
  Country: z.string(),
  Currency: z.string(),
  Language: z.enum(['en', 'jp']),
  /** ISO weekday, 1 = Monday. */
  WeekStart: z.int(),
  /** MM-DD. */
  FinancialYearStart: z.string(),
  Dayparts: z.array(z.object({ Name: z.string(), From: z.int(), To: z.int() })),
  /** Whether the person may see all locations, including new ones: only then may they change what applies to the whole venue. */
  AllLocations: z.boolean(),
  /** Only locations the person may see. */
  Locations: z.array(
    z.object({
      LocationId: z.int(),
      Name: z.string(),
      TimeZone: z.string(),
      DayStart: z.string(),
      Currency: z.string(),
      Today: z.string(),
      /** The first trading day on which it sold something. */
      FirstSaleDay: z.nullable(z.string()),
    }),
  ),
  /** Nothing was sold at the venue yet, which is not the sample, and its list of first steps was not put aside: the dashboard shows that list. */
  FirstRun: z.boolean(),
  /** The address of the view that opens when the person signs in, if they chose one. */
  Home: z.nullable(z.string()),
})
export type UserConfig = z.infer<typeof UserConfig>

export const VenueChoice = z.object({
  VenueId: z.int(),
  /** 0 for Admin, who is an employee of no venue. */
  EmployeeId: z.int(),
  Name: z.string(),
  Sample: z.boolean(),
  Locations: z.int(),
  Roles: z.array(z.string()),
  LastOpened: z.nullable(z.string()),
})
export type VenueChoice = z.infer<typeof VenueChoice>

/** Who truly acts, where somebody acts as the person; null for people themselves. */
const Impersonator = z.nullable(z.object({ UserName: z.string(), DisplayName: z.string() }))

const Password = z.string().check(z.maxLength(4096))

/** Sign in, choose a venue, sign out, passwords. */
export const membership = contract({
  signIn: operation({
    method: 'POST',
    path: '/auth/credentials',
    summary: 'Sign in with user name and password. Answers the user record with a short-lived Auth.',
    access: 'public',
    answersSecret: true,
    body: z.object({
      UserName: z.string().check(z.minLength(1), z.maxLength(200)),
      Password,
      /** Of the second factor, for those who have one: the answer SecondFactorNeeded asks for it. */
      Code: z.optional(z.string().check(z.maxLength(50))),
    }),
    response: z.object({
      UserId: z.int(),
      UserName: z.string(),
      DisplayName: z.string(),
      SessionId: z.string(),
      Auth: z.string(),
      /** Devices this sign-in signed out, since a person is signed in on five at most. */
      SignedOut: z.array(z.object({ Device, LastUsedAt: z.string() })),
    }),
    example: { as: 'anonymous', body: { UserName: 'owner', Password: 'harbour-and-vine' } },
  }),
  signOut: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session on the server.',
    access: 'auth',
    example: { as: 'manager' },
  }),
  sessionNow: operation({
    method: 'GET',
    path: '/auth/session',
    summary: 'Who is signed in, where, and until when.',
    access: 'auth',
    response: z.object({
      UserId: z.int(),
      SessionId: z.string(),
      VenueId: z.nullable(z.int()),
      IdleUntil: z.string(),
      AbsoluteUntil: z.string(),
      Impersonator,
    }),
    example: { as: 'owner' },
  }),
  venues: operation({
    method: 'GET',
    path: '/users/:userId/venues',
    summary: 'The venues this person may open.',
    access: 'auth',
    params: z.object({ userId: Id }),
    response: z.object({ Venues: z.array(VenueChoice) }),
    example: { as: 'auth', params: { userId: 2 } },
  }),
  selectVenue: operation({
    method: 'POST',
    path: '/users/:userId/venues/:venueId/select',
    summary: 'Open a venue. Answers the Token for all further calls.',
    access: 'auth',
    barredWhileImpersonating: true,
    answersSecret: true,
    params: z.object({ userId: Id, venueId: Id }),
    body: z.object({ EmployeeId: IdNumber }),
    response: z.object({ Token: z.string(), VenueId: z.int(), EmployeeId: z.int() }),
    example: { as: 'auth', params: { userId: 2, venueId: 1 }, body: { EmployeeId: 1 } },
  }),
  user: operation({
    method: 'GET',
    path: '/users/:userId',
    summary: 'What this person may do at the open venue, and how the venue is set up.',
    access: 'auth',
    params: z.object({ userId: Id }),
    response: z.object({
      UserId: z.int(),
      UserName: z.string(),
      DisplayName: z.string(),
      Permissions: z.array(z.object({ Tag: z.string() })),
      Roles: z.array(z.string()),
      Config: z.nullable(UserConfig),
      Impersonator,
    }),
    example: { as: 'owner', params: { userId: 2 } },
  }),
  requestPassword: operation({
    method: 'POST',
    path: '/users/requestpassword',
    summary: 'Ask for an e-mail with a link to set a new password. The answer never shows whether the person exists.',
    access: 'public',
    body: z.object({
      UserId: z.union([z.int(), z.string().check(z.minLength(1), z.maxLength(254))]),
      PasswordUrl: z.optional(sentText(2000)),
      PasswordURL: z.optional(sentText(2000)),
      Language: z.optional(z.enum(['en', 'jp'])),
    }),
    example: { as: 'anonymous', body: { UserId: 'owner' } },
  }),
  linkName: operation({
    method: 'GET',
    path: '/employees/:token/name',
    summary: 'Who a link from an e-mail belongs to and what it is for. Asking does not use up the link.',
    access: 'public',
    params: z.object({ token: sentText(200, 1) }),
    /** `accept`: an invitation to somebody who has a password, to be accepted or declined; `Offer` is there with either invitation. */
    response: z.object({ Name: z.string(), UserName: z.string(), Purpose: z.enum(['reset', 'invite', 'accept']), Offer: z.optional(Offer) }),
    example: { as: 'anonymous', params: { token: '{password-link}' } },
  }),
  changePassword: operation({
    method: 'POST',
    path: '/employees/:id/changepassword',
    summary: 'Set a new password, with EmployeeToken from a link in an e-mail, or while signed in with the current password.',
    access: 'public',
    strict: true,
    params: z.object({ id: sentText(200, 1) }),
    body: z.object({ Password, CurrentPassword: z.optional(Password), EmployeeToken: z.optional(z.string().check(z.maxLength(200))) }),
    example: { as: 'anonymous', params: { id: '{password-link}' }, body: { EmployeeToken: '{password-link}', Password: 'a brass bell at closing' } },
  }),
})
