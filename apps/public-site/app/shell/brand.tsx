import { useSiteInfoQuery } from '@yunduo/data-access';
import { BrandMark } from '@yunduo/ui';

/** Mark and name. The name is content: without it the mark stands alone. */
export function Brand() {
  const { data: site } = useSiteInfoQuery();
  return (
    <>
      <BrandMark />
      {site?.name}
    </>
  );
}
