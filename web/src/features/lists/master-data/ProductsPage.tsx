import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoint'
import { masterData, type ProductKind, productApi, productKinds } from '#contract/lists/master-data'
import { useApi } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { DecimalField } from '../../../ui/fields/DecimalField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { mayLeave } from '../../../ui/forms/unsaved-changes.ts'
import { useGo, useScreenParams } from '../../../ui/navigation/screens.ts'
import { MasterDataPage } from './MasterDataPage.tsx'

type Product = AnswerOf<typeof productApi.list>[number]

/** Products and accessories in two tabs. */
export function ProductsPage() {
  const { t } = useTranslation('masterData')
  const go = useGo()
  const { tab } = useScreenParams('products')
  const kind: ProductKind = tab === 'accessories' ? 'ACCESSORY' : 'PRODUCT'
  const pallets = useApi(masterData.pallets.list, {})
  const palletOptions = useMemo(
    () => (pallets.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
    [pallets.data],
  )
  const kindOptions = productKinds.map((value) => ({ value, label: t(`product.is.${value}`) }))
  const columns = useMemo<Column<Product>[]>(
    () => [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 300 },
      { id: 'weightInKg', label: t('product.weightInKg'), value: (row) => row.weightInKg, kind: 'number', width: 145 },
      {
        id: 'possiblePallet',
        label: t('product.possiblePallet'),
        value: (row) => row.possiblePallet,
        kind: 'select',
        options: palletOptions,
        width: 220,
      },
      { id: 'onsale', label: t('product.onsale'), value: (row) => row.onsale, kind: 'boolean', width: 130 },
      {
        id: 'mainProduct',
        label: t('product.mainProduct'),
        value: (row) => row.mainProduct,
        kind: 'boolean',
        width: 140,
      },
    ],
    [t, palletOptions],
  )
  const tabs = {
    value: kind,
    onChange: async (value: string) => {
      if (await mayLeave()) go('products', value === 'ACCESSORY' ? { tab: 'accessories' } : {})
    },
    options: [
      { value: 'PRODUCT', label: t('products.title') },
      { value: 'ACCESSORY', label: t('accessories.title') },
    ],
  }
  const words = kind === 'PRODUCT' ? 'products' : 'accessories'
  return (
    <MasterDataPage
      key={kind}
      api={productApi}
      schema={productApi.add.body}
      initial={{ title: '', kind, weightInKg: '', possiblePallet: null, onsale: true, mainProduct: false }}
      tableId="products"
      title={t(`${words}.title`)}
      one={t(`${words}.one`)}
      nameOf={(row) => row.title}
      columns={columns}
      shows={(row) => row.kind === kind}
      tabs={tabs}
      csv={productApi}
      fields={
        <>
          <TextField name="title" label={t('title')} required autoFocus />
          <SelectField name="kind" label={t('product.kind')} options={kindOptions} required />
          <DecimalField unit="kg" name="weightInKg" label={t('product.weightInKg')} required />
          <SelectField
            name="possiblePallet"
            label={t('product.possiblePallet')}
            options={palletOptions}
            placeholder={t('product.noPallet')}
          />
          <CheckboxField name="onsale" label={t('product.onsale')} />
          <CheckboxField name="mainProduct" label={t('product.mainProduct')} helperText={t('product.mainHint')} />
        </>
      }
      fieldLabels={{
        title: t('title'),
        kind: t('product.kind'),
        weightInKg: t('product.weightInKg'),
        possiblePallet: t('product.possiblePallet'),
        onsale: t('product.onsale'),
        mainProduct: t('product.mainProduct'),
      }}
    />
  )
}
