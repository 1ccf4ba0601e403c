import { useSiteInfoQuery } from '@yunduo/data-access';
import { BrandMark } from '@yunduo/ui';

/** Logo and name. The name is content: without it only the logo shows. */
export function Brand() {
  const { data: site } = useSiteInfoQuery();
  return (
    <>
      <BrandMark />
      {site?.name}
    </>
  );
}
