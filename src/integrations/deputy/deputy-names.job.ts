import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { keepAreas } from './deputy-areas.sql.ts'
import { type Server, wholeOf } from './deputy-pages.job.ts'
import { Area, Company, Contact, codeOf, Employee } from './deputy-rows.adapter.ts'

/** What people are called, and their e-mails where they have one. */
interface Called {
  names: Map<number, string>
  /** By what the people are known as here. */
  emails: Map<string, string | null>
}

/** Keeps the areas, and answers what people are called. */
export const readNames = async (server: Server): Promise<Called> => {
  const {
    reading: { store },
    install,
  } = server
  const companies = await wholeOf(server, 'Company', Company)
  const areas = await wholeOf(server, 'OperationalUnit', Area)
  const people = await wholeOf(server, 'Employee', Employee)
  const contacts = await contactsOf(server)
  const company = new Map(companies.map(({ Id, CompanyName, TradingName }) => [Id, CompanyName || TradingName || '']))
  const text = (name: string | null | undefined) => (name ?? '').trim().slice(0, 200)
  await store((venue) =>
    keepAreas(
      venue,
      areas.map(({ Id, Company: companyId, OperationalUnitName, Active }) => ({
        code: codeOf(install.endpoint, Id),
        name: text(OperationalUnitName) || `${Id}`,
        company: text(company.get(companyId ?? 0)),
        active: Active !== false,
      })),
    ),
  )
  return {
    names: new Map(people.map(({ Id, DisplayName, FirstName, LastName }) => [Id, text(DisplayName) || text(`${FirstName ?? ''} ${LastName ?? ''}`)])),
    emails: contacts ? new Map(people.map(({ Id, Contact: contact }) => [codeOf(install.endpoint, Id), text(contacts.get(contact ?? 0)) || null])) : new Map(),
  }
}

/** E-mails by the contact they are of. A role that may not see contacts has none: people are matched by their names then. */
const contactsOf = async (server: Server): Promise<Map<number, string> | undefined> => {
  try {
    return new Map((await wholeOf(server, 'Contact', Contact)).map(({ Id, Email1 }) => [Id, Email1 ?? '']))
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return undefined
    throw error
  }
}
