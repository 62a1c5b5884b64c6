import { describeOutages } from './outages.ts';

describeOutages('content');
