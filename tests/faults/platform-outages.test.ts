import { describeOutages } from './outages.ts';

describeOutages('platform');
