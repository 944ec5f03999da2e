import { messages } from '#shared/messages.ts'

export const stockMenu = messages(
  {
    products: 'Products',
    productsAbout: 'What products are made of, measure and are bought as; suppliers and how they deliver.',
    importProducts: 'Import products',
    importProductsAbout: 'Products from a CSV or XLSX file: what would change, and what is wrong, before anything is stored.',
    counts: 'Stock counts',
    countsAbout: 'Counting stock by hand with a phone, and what earlier counts differed by.',
  },
  {
    products: '商品',
    productsAbout: '商品の材料・容量・度数・仕入条件と、仕入先の納品条件。',
    importProducts: '商品の取り込み',
    importProductsAbout: 'CSVまたはXLSXの商品ファイル。保存前に変更内容と誤りを確認できます。',
    counts: '棚卸',
    countsAbout: 'スマートフォンでの棚卸と、これまでの棚卸の差異。',
  },
)
