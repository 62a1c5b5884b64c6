/** Amounts for loyalty points and referrals, in minor units of a currency. */
export interface CampaignRules {
  /** Cash stake that earns one loyalty point. */
  stakePerPoint: number;
  bringerReward: number;
  friendReward: number;
}

const usual: CampaignRules = { stakePerPoint: 20, bringerReward: 1_00, friendReward: 1_00 };
const byCurrency: Readonly<Record<string, CampaignRules>> = {
  INR: { stakePerPoint: 10_00, bringerReward: 50_00, friendReward: 50_00 },
  NOK: { stakePerPoint: 2_00, bringerReward: 10_00, friendReward: 10_00 },
  // The amounts for JPY are in whole yen, because the yen has no minor unit.
  JPY: { stakePerPoint: 20, bringerReward: 100, friendReward: 100 },
};

export function campaignRulesOf(currencyCode: string): CampaignRules {
  return byCurrency[currencyCode] ?? usual;
}
