import * as z from 'zod/mini'
import { Country, Currency, Email, FinancialYearStart, hasCountryOrCurrency, LanguageField, PlainName, WeekStart } from '#features/venues/venue-fields.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { shortText } from '#shared/fields.ts'

/** How a house without people is begun. */
export const beginning = contract({
  beginHouse: operation({
    method: 'POST',
    path: '/begin',
    summary: 'Create the first person of this Daybook and their venue, as its Owner, with the link that the server prints when it starts. It works once.',
    access: 'public',
    strict: true,
    body: z.object({
      /** Of the link. */
      Token: shortText(200, 1),
      FirstName: PlainName(100),
      Surname: z.optional(shortText(100)),
      Email,
      UserName: PlainName(200),
      Password: z.string().check(z.maxLength(4096)),
      Venue: z
        .object({
          Name: PlainName(100),
          /** Where it is. What is left out below is as usual in that country. */
          Country: z.optional(Country),
          Currency: z.optional(Currency),
          Language: z.optional(LanguageField),
          WeekStart: z.optional(WeekStart),
          FinancialYearStart: z.optional(FinancialYearStart),
        })
        .check(hasCountryOrCurrency),
    }),
    example: {
      as: 'anonymous',
      body: {
        Token: '{first-link}',
        FirstName: 'Noa',
        Surname: 'Tide',
        Email: 'noa@tidewater.example',
        UserName: 'noa',
        Password: 'a brass bell at closing',
        Venue: { Name: 'Tidewater Kitchen', Country: 'AU', Currency: 'AUD' },
      },
    },
  }),
})
