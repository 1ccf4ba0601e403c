import { Hero } from './hero.tsx';
import { Offers } from './offers.tsx';
import { ReviewPromise } from './review-promise.tsx';
import { Start } from './start.tsx';
import { Steps } from './steps.tsx';

/** What the platform offers, how publishing goes, and how long an answer takes. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Offers />
      <Steps />
      <ReviewPromise />
      <Start />
    </>
  );
}
