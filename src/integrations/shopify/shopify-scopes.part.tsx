import type { Link } from '#integrations/link.contract.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { ALL_ORDERS, CUSTOMERS, SHOP_SCOPES } from './shop.rules.ts'
import { scopeWords } from './shopify-connect.messages.ts'

const ALL = [...SHOP_SCOPES, CUSTOMERS, ALL_ORDERS] as const

/** What a shop lets Daybook read, in words, and what is missing. */
export const ScopesCell = ({ link: { Scopes } }: { link: Link }) => {
  const say = useSay(scopeWords)
  const { language } = useLanguage()
  const missing = ALL.filter((scope) => !Scopes.includes(scope))
  const given = ALL.filter((scope) => Scopes.includes(scope))
  return (
    <>
      {missing.length === 0 ? say('all') : given.map((scope) => say(scope)).join(language === 'jp' ? '、' : ', ')}
      {missing.map((scope) => (
        <small key={scope}>
          <Icon name="attention" /> {say(`no.${scope}`)}
        </small>
      ))}
    </>
  )
}
