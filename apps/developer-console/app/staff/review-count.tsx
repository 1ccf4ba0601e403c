import { handledByView, useReviewQueueQuery } from '@yunduo/data-access';
import { MINUTE } from '@yunduo/validation';

/** The first page of the queue, as the review desk requests it. A failure leaves the number out. */
const QUEUE = handledByView({ filter: 'all', page: 1 } as const);

/**
 * The number of open reviews beside the rail's link. A separate chunk: developers have none. The review desk shares the
 * request, and asks more often.
 */
function ReviewCount() {
  const { data } = useReviewQueueQuery(QUEUE, { pollingInterval: 5 * MINUTE, skipPollingIfUnfocused: true });
  if (!data?.counts.all) return null;
  return (
    <>
      {' '}
      <span className="num" data-count="">
        {data.counts.all}
      </span>
    </>
  );
}

/** For a state setter, which calls a function: the component. */
export const part = () => ReviewCount;
