import { linkWords } from '#integrations/link-screen/link-screen.messages.ts'
import { messages } from '#shared/messages.ts'

/** What the Shopify screen says. */
export const shopifyWords = linkWords(
  'Shopify',
  {
    title: 'Shopify',
    ends: '{name}, {ends}',
    unnamed: '{ends}',
    'revoked-there':
      'Shopify no longer lets Daybook in, because the app was removed from the shop or the shop is closed. Orders after that have not arrived. Connect again, and Daybook fetches them first.',
    refused: 'Shopify refused the request, because a permission is missing or the shop is locked. Connect again with an account that can install apps.',
    beforeAbout: 'You sign in at your shop with an account that can install apps, install Daybook and come back here. It takes about two minutes.',
    beforeRead: 'Daybook reads orders, refunds, products and locations from the last 60 days (90 if Shopify allows older orders) and from now on.',
    beforeNever:
      'Daybook changes nothing in the shop. It reads customers’ e-mail addresses and phone numbers to find their loyalty card, and does not store them.',
    isLinkedAbout: 'Daybook is fetching past orders. Check below at which location they count.',
    wrongAccount: 'Linked shop: {account}. If this is not the shop of {place}, disconnect it.',
    shop: 'Shop address',
    shopHint: 'The address that Shopify uses, such as my-shop.myshopify.com. You find it in the address bar of the Shopify admin.',
    access: 'Access',
  },
  {
    title: 'Shopify',
    ends: '{name}、{ends}',
    unnamed: '{ends}',
    'revoked-there':
      'Shopifyへのアクセスが許可されなくなりました(アプリが削除されたか、ショップが閉鎖されています)。それ以降の注文は届いていません。再連携すると、最初に取得されます。',
    refused:
      'Shopifyがリクエストを拒否しました。権限が不足しているか、ショップがロックされています。アプリをインストールできるアカウントで再連携してください。',
    beforeAbout: 'アプリをインストールできるアカウントでショップにサインインし、Daybookをインストールしてから、この画面に戻ります。約2分かかります。',
    beforeRead: 'Daybookは過去60日分(Shopifyが古い注文の参照を許可している場合は90日分)と今後の注文、返金、商品、ロケーションを読み取ります。',
    beforeNever:
      'Daybookがショップを変更することはありません。顧客については、会員カードを探すためにメールアドレスと電話番号を読み取りますが、保存はしません。',
    isLinkedAbout: '過去の注文を取得しています。計上先の店舗を下で確認してください。',
    wrongAccount: '連携したショップ: {account}。{place}のショップでない場合は、連携を解除してください。',
    shop: 'ショップのアドレス',
    shopHint: 'my-shop.myshopify.comのような、Shopifyでのアドレスです。管理画面のアドレスで確認できます。',
    access: '許可された範囲',
  },
)

/** What a shop lets Daybook do, in words, and what it means where it does not. */
export const scopeWords = messages(
  {
    read_orders: 'Orders and refunds',
    read_products: 'products',
    read_locations: 'locations',
    read_customers: 'customers',
    read_all_orders: 'orders of any age',
    all: 'Everything Daybook needs',
    'no.read_orders': 'Daybook cannot read orders, so none arrive. Connect again and allow it.',
    'no.read_products': 'Lines without a SKU have no product number. Connect again to allow it.',
    'no.read_locations': 'Orders sold in person through Shopify cannot be told apart by place. Connect again to allow it.',
    'no.read_customers': 'Orders do not get their customers’ loyalty cards. Connect again to allow it.',
    'no.read_all_orders':
      'Orders older than 60 days are not fetched, and later changes and refunds of them do not arrive. Shopify allows this only for apps it has approved. Ask your Daybook administrator.',
  },
  {
    read_orders: '注文と返金',
    read_products: '商品',
    read_locations: 'ロケーション',
    read_customers: '顧客',
    read_all_orders: 'すべての期間の注文',
    all: 'Daybookに必要なすべての範囲',
    'no.read_orders': '注文を読み取れないため、何も届きません。再連携して許可してください。',
    'no.read_products': 'SKUのない商品には商品番号が付きません。許可するには再連携してください。',
    'no.read_locations': 'ShopifyのPOSでの注文を販売場所別に区別できません。許可するには再連携してください。',
    'no.read_customers': '注文に顧客の会員カードが付きません。許可するには再連携してください。',
    'no.read_all_orders':
      '60日より前の注文は取得できず、その後の変更や返金も届きません。このアクセスは、Shopifyが承認したアプリにのみ許可されます。Daybookの管理者に依頼してください。',
  },
)
