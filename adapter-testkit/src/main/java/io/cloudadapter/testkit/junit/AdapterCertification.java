package io.cloudadapter.testkit.junit;

import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Certifies an adapter in its own tests: extend it, say what the {@link #subject} is, and each rule is a
 * test. The last one writes the certificate to {@code target/certificate/} and fails unless it is earned.
 *
 * <pre>{@code
 * class AcmeCertificationTest extends AdapterCertification {
 *   @Override
 *   protected AdapterUnderTest subject() {
 *     return AdapterUnderTest.of(new AcmeProviderFactory())
 *         .cloud((clock, seed) -> new AcmeTestCloud(clock, seed))
 *         .claims(Adoption.class);
 *   }
 * }
 * }</pre>
 *
 * <p>Rules cannot be overridden; what is known to be broken is waived, with a reason and a last day.
 * System properties: {@code certify.tier} (smoke, sample, full, deep, live), {@code certify.seed}, and {@code
 * certify.replay} as failures print it. Each verdict is a line of {@code verdicts.jsonl} beside the certificate as
 * soon as it is there; {@code -Dcertify.resume=true} takes them over after the tests were stopped.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(RuleMethodOrderer.class)
public abstract class AdapterCertification {
  private final VerdictMapper decisions = new VerdictMapper();

  /** For subclasses. */
  protected AdapterCertification() {}

  /**
   * The adapter to certify.
   *
   * @return the subject; asked once
   */
  protected abstract AdapterUnderTest subject();

  /**
   * How thoroughly.
   *
   * @return {@code -Dcertify.tier}, or FULL
   */
  protected Thoroughness tier() {
    return VerdictMapper.tierAsked();
  }

  /** Fails once for all rules if nothing can be tried: a tier or a seed that is none, a subject that is not one. */
  @BeforeAll
  final void canBeTried() {
    decisions.begin(this);
  }

  @Test
  @RuleTest("MP-1.1")
  final void mp1_1_isFoundByServiceLoader() {
    decisions.on(this, "MP-1.1");
  }

  @Test
  @RuleTest("MP-1.2")
  final void mp1_2_opensWithoutIoAndTellsAllFaults() {
    decisions.on(this, "MP-1.2");
  }

  @Test
  @RuleTest("MP-1.3")
  final void mp1_3_refusesUnknownKeys() {
    decisions.on(this, "MP-1.3");
  }

  @Test
  @RuleTest("MP-1.4")
  final void mp1_4_keepsSecrets() {
    decisions.on(this, "MP-1.4");
  }

  @Test
  @RuleTest("MP-1.5")
  final void mp1_5_promisesConstants() {
    decisions.on(this, "MP-1.5");
  }

  @Test
  @RuleTest("MP-1.6")
  final void mp1_6_tellsWhoseAccountItIs() {
    decisions.on(this, "MP-1.6");
  }

  @Test
  @RuleTest("MP-1.7")
  final void mp1_7_documentsItsKeys() {
    decisions.on(this, "MP-1.7");
  }

  @Test
  @RuleTest("MP-2.1")
  final void mp2_1_marksAtCreation() {
    decisions.on(this, "MP-2.1");
  }

  @Test
  @RuleTest("MP-2.2")
  final void mp2_2_showsWhatItLaunched() {
    decisions.on(this, "MP-2.2");
  }

  @Test
  @RuleTest("MP-2.3")
  final void mp2_3_oneMachineForOneKey() {
    decisions.on(this, "MP-2.3");
  }

  @Test
  @RuleTest("MP-2.4")
  final void mp2_4_otherRequestUnderAKeyIsRefused() {
    decisions.on(this, "MP-2.4");
  }

  @Test
  @RuleTest("MP-2.5")
  final void mp2_5_aSpentKeyMakesNothing() {
    decisions.on(this, "MP-2.5");
  }

  @Test
  @RuleTest("MP-2.6")
  final void mp2_6_keysAreIndependent() {
    decisions.on(this, "MP-2.6");
  }

  @Test
  @RuleTest("MP-2.7")
  final void mp2_7_usersTagsHideNoMark() {
    decisions.on(this, "MP-2.7");
  }

  @Test
  @RuleTest("MP-2.8")
  final void mp2_8_aFailedLaunchLeavesNothing() {
    decisions.on(this, "MP-2.8");
  }

  @Test
  @RuleTest("MP-2.9")
  final void mp2_9_takesTheLongestAndRefusesLonger() {
    decisions.on(this, "MP-2.9");
  }

  @Test
  @RuleTest("MP-2.10")
  final void mp2_10_returnsBeforeTheMachineRuns() {
    decisions.on(this, "MP-2.10");
  }

  @Test
  @RuleTest("MP-2.11")
  final void mp2_11_preparesByReadingOnly() {
    decisions.on(this, "MP-2.11");
  }

  @Test
  @RuleTest("MP-2.12")
  final void mp2_12_launchesWhatAnotherProcessFroze() {
    decisions.on(this, "MP-2.12");
  }

  @Test
  @RuleTest("MP-2.13")
  final void mp2_13_sameKeySameMachine() {
    decisions.on(this, "MP-2.13");
  }

  @Test
  @RuleTest("MP-2.14")
  final void mp2_14_survivesAReplyCutAnywhere() {
    decisions.on(this, "MP-2.14");
  }

  @Test
  @RuleTest("MP-2.15")
  final void mp2_15_sendsOneLaunchPerCall() {
    decisions.on(this, "MP-2.15");
  }

  @Test
  @RuleTest("MP-2.16")
  final void mp2_16_freezesTheZone() {
    decisions.on(this, "MP-2.16");
  }

  @Test
  @RuleTest("MP-2.17")
  final void mp2_17_launchesBatches() {
    decisions.on(this, "MP-2.17");
  }

  @Test
  @RuleTest("MP-2.18")
  final void mp2_18_refusesWhatCannotBeLaunched() {
    decisions.on(this, "MP-2.18");
  }

  @Test
  @RuleTest("MP-2.19")
  final void mp2_19_saysNoneOnlyIfNoneComes() {
    decisions.on(this, "MP-2.19");
  }

  @Test
  @RuleTest("MP-2.20")
  final void mp2_20_launchesInPeace() {
    decisions.on(this, "MP-2.20");
  }

  @Test
  @RuleTest("MP-3.1")
  final void mp3_1_listsEveryPage() {
    decisions.on(this, "MP-3.1");
  }

  @Test
  @RuleTest("MP-3.2")
  final void mp3_2_neverTakesAnErrorForAnEnd() {
    decisions.on(this, "MP-3.2");
  }

  @Test
  @RuleTest("MP-3.3")
  final void mp3_3_listsThisPoolOnly() {
    decisions.on(this, "MP-3.3");
  }

  @Test
  @RuleTest("MP-3.4")
  final void mp3_4_showsWithinTheDeclaredTime() {
    decisions.on(this, "MP-3.4");
  }

  @Test
  @RuleTest("MP-3.5")
  final void mp3_5_neverTakesTheUnknownForEnded() {
    decisions.on(this, "MP-3.5");
  }

  @Test
  @RuleTest("MP-3.6")
  final void mp3_6_listsByReadingOnly() {
    decisions.on(this, "MP-3.6");
  }

  @Test
  @RuleTest("MP-3.7")
  final void mp3_7_endsEveryList() {
    decisions.on(this, "MP-3.7");
  }

  @Test
  @RuleTest("MP-3.8")
  final void mp3_8_showsLateRefusals() {
    decisions.on(this, "MP-3.8");
  }

  @Test
  @RuleTest("MP-3.9")
  final void mp3_9_listsByIds() {
    decisions.on(this, "MP-3.9");
  }

  @Test
  @RuleTest("MP-3.10")
  final void mp3_10_listsByKeys() {
    decisions.on(this, "MP-3.10");
  }

  @Test
  @RuleTest("MP-3.11")
  final void mp3_11_boundsItsQueries() {
    decisions.on(this, "MP-3.11");
  }

  @Test
  @RuleTest("MP-3.12")
  final void mp3_12_tellsGaps() {
    decisions.on(this, "MP-3.12");
  }

  @Test
  @RuleTest("MP-3.13")
  final void mp3_13_bearsStrangers() {
    decisions.on(this, "MP-3.13");
  }

  @Test
  @RuleTest("MP-3.14")
  final void mp3_14_tellsStoppedFromEnded() {
    decisions.on(this, "MP-3.14");
  }

  @Test
  @RuleTest("MP-3.15")
  final void mp3_15_fillsRowsIn() {
    decisions.on(this, "MP-3.15");
  }

  @Test
  @RuleTest("MP-4.1")
  final void mp4_1_endsTheNamedMachineOnly() {
    decisions.on(this, "MP-4.1");
  }

  @Test
  @RuleTest("MP-4.2")
  final void mp4_2_unknownIdsAreFine() {
    decisions.on(this, "MP-4.2");
  }

  @Test
  @RuleTest("MP-4.3")
  final void mp4_3_whatItSaysEndsEnds() {
    decisions.on(this, "MP-4.3");
  }

  @Test
  @RuleTest("MP-4.4")
  final void mp4_4_takesIdsLiterally() {
    decisions.on(this, "MP-4.4");
  }

  @Test
  @RuleTest("MP-4.5")
  final void mp4_5_endsMachinesInAnyState() {
    decisions.on(this, "MP-4.5");
  }

  @Test
  @RuleTest("MP-4.6")
  final void mp4_6_mayBeRepeated() {
    decisions.on(this, "MP-4.6");
  }

  @Test
  @RuleTest("MP-4.7")
  final void mp4_7_releasesWhatLiesBeside() {
    decisions.on(this, "MP-4.7");
  }

  @Test
  @RuleTest("MP-4.8")
  final void mp4_8_sendsOneEndPerCall() {
    decisions.on(this, "MP-4.8");
  }

  @Test
  @RuleTest("MP-4.9")
  final void mp4_9_endsInPeace() {
    decisions.on(this, "MP-4.9");
  }

  @Test
  @RuleTest("MP-5.1")
  final void mp5_1_throwsCloudExceptionsOnly() {
    decisions.on(this, "MP-5.1");
  }

  @Test
  @RuleTest("MP-5.2")
  final void mp5_2_provesNone() {
    decisions.on(this, "MP-5.2");
  }

  @Test
  @RuleTest("MP-5.3")
  final void mp5_3_followsTheErrorTable() {
    decisions.on(this, "MP-5.3");
  }

  @Test
  @RuleTest("MP-5.4")
  final void mp5_4_keepsRetryAfter() {
    decisions.on(this, "MP-5.4");
  }

  @Test
  @RuleTest("MP-5.5")
  final void mp5_5_scopesCapacity() {
    decisions.on(this, "MP-5.5");
  }

  @Test
  @RuleTest("MP-5.6")
  final void mp5_6_tellsLimitsApart() {
    decisions.on(this, "MP-5.6");
  }

  @Test
  @RuleTest("MP-5.7")
  final void mp5_7_keepsCodes() {
    decisions.on(this, "MP-5.7");
  }

  @Test
  @RuleTest("MP-5.8")
  final void mp5_8_renewsCredentialsOnce() {
    decisions.on(this, "MP-5.8");
  }

  @Test
  @RuleTest("MP-5.9")
  final void mp5_9_readsHaveNoEffect() {
    decisions.on(this, "MP-5.9");
  }

  @Test
  @RuleTest("MP-5.10")
  final void mp5_10_knowsWhenNothingWasSent() {
    decisions.on(this, "MP-5.10");
  }

  @Test
  @RuleTest("MP-5.11")
  final void mp5_11_doubtsWhatWasSent() {
    decisions.on(this, "MP-5.11");
  }

  @Test
  @RuleTest("MP-5.12")
  final void mp5_12_understandsNoGarbage() {
    decisions.on(this, "MP-5.12");
  }

  @Test
  @RuleTest("MP-5.13")
  final void mp5_13_followsNoRedirect() {
    decisions.on(this, "MP-5.13");
  }

  @Test
  @RuleTest("MP-5.14")
  final void mp5_14_trustsNoStranger() {
    decisions.on(this, "MP-5.14");
  }

  @Test
  @RuleTest("MP-6.1")
  final void mp6_1_isBackByTheDeadline() {
    decisions.on(this, "MP-6.1");
  }

  @Test
  @RuleTest("MP-6.2")
  final void mp6_2_heedsInterrupts() {
    decisions.on(this, "MP-6.2");
  }

  @Test
  @RuleTest("MP-6.3")
  final void mp6_3_heedsCancellation() {
    decisions.on(this, "MP-6.3");
  }

  @Test
  @RuleTest("MP-6.4")
  final void mp6_4_asksTheBudget() {
    decisions.on(this, "MP-6.4");
  }

  @Test
  @RuleTest("MP-6.5")
  final void mp6_5_bearsSkewedClocks() {
    decisions.on(this, "MP-6.5");
  }

  @Test
  @RuleTest("MP-6.6")
  final void mp6_6_sendsNothingTooLate() {
    decisions.on(this, "MP-6.6");
  }

  @Test
  @RuleTest("MP-6.7")
  final void mp6_7_letsTheBudgetRefuse() {
    decisions.on(this, "MP-6.7");
  }

  @Test
  @RuleTest("MP-6.8")
  final void mp6_8_degradesBeyondItsPromises() {
    decisions.on(this, "MP-6.8");
  }

  @Test
  @RuleTest("MP-6.9")
  final void mp6_9_permitsWhatItStates() {
    decisions.on(this, "MP-6.9");
  }

  @Test
  @RuleTest("MP-7.1")
  final void mp7_1_servesManyThreads() {
    decisions.on(this, "MP-7.1");
  }

  @Test
  @RuleTest("MP-7.2")
  final void mp7_2_isNotHeldUp() {
    decisions.on(this, "MP-7.2");
  }

  @Test
  @RuleTest("MP-7.3")
  final void mp7_3_leavesNoThread() {
    decisions.on(this, "MP-7.3");
  }

  @Test
  @RuleTest("MP-7.4")
  final void mp7_4_ignoresTheContextClassLoader() {
    decisions.on(this, "MP-7.4");
  }

  @Test
  @RuleTest("MP-7.5")
  final void mp7_5_leavesNothingAfterManyFaults() {
    decisions.on(this, "MP-7.5");
  }

  @Test
  @RuleTest("MP-8.1")
  final void mp8_1_closesTwice() {
    decisions.on(this, "MP-8.1");
  }

  @Test
  @RuleTest("MP-8.2")
  final void mp8_2_refusesUseAfterClose() {
    decisions.on(this, "MP-8.2");
  }

  @Test
  @RuleTest("MP-8.3")
  final void mp8_3_closesUnderLoad() {
    decisions.on(this, "MP-8.3");
  }

  @Test
  @RuleTest("MP-8.4")
  final void mp8_4_sharesNothing() {
    decisions.on(this, "MP-8.4");
  }

  @Test
  @RuleTest("MP-8.5")
  final void mp8_5_leavesMachinesAlone() {
    decisions.on(this, "MP-8.5");
  }

  @Test
  @RuleTest("MP-9.1")
  final void mp9_1_hasTheFeaturesItClaims() {
    decisions.on(this, "MP-9.1");
  }

  @Test
  @RuleTest("MP-9.2")
  final void mp9_2_knowsNoOtherFeature() {
    decisions.on(this, "MP-9.2");
  }

  @Test
  @RuleTest("MP-9.10")
  final void mp9_10_marksExactly() {
    decisions.on(this, "MP-9.10");
  }

  @Test
  @RuleTest("MP-9.11")
  final void mp9_11_marksNoForeignMachine() {
    decisions.on(this, "MP-9.11");
  }

  @Test
  @RuleTest("MP-9.12")
  final void mp9_12_marksNoMissingMachine() {
    decisions.on(this, "MP-9.12");
  }

  @Test
  @RuleTest("MP-9.13")
  final void mp9_13_marksAgain() {
    decisions.on(this, "MP-9.13");
  }

  @Test
  @RuleTest("MP-9.14")
  final void mp9_14_marksBesideOtherTags() {
    decisions.on(this, "MP-9.14");
  }

  @Test
  @RuleTest("MP-9.15")
  final void mp9_15_unmarks() {
    decisions.on(this, "MP-9.15");
  }

  @Test
  @RuleTest("MP-9.16")
  final void mp9_16_unmarksNoForeignMachine() {
    decisions.on(this, "MP-9.16");
  }

  @Test
  @RuleTest("MP-9.20")
  final void mp9_20_labels() {
    decisions.on(this, "MP-9.20");
  }

  @Test
  @RuleTest("MP-9.21")
  final void mp9_21_labelsNoMissingMachine() {
    decisions.on(this, "MP-9.21");
  }

  @Test
  @RuleTest("MP-9.22")
  final void mp9_22_labelsAgain() {
    decisions.on(this, "MP-9.22");
  }

  @Test
  @RuleTest("MP-9.30")
  final void mp9_30_endsSeveralByOneCall() {
    decisions.on(this, "MP-9.30");
  }

  @Test
  @RuleTest("MP-9.31")
  final void mp9_31_hindersNoOtherEnd() {
    decisions.on(this, "MP-9.31");
  }

  @Test
  @RuleTest("MP-9.32")
  final void mp9_32_tellsTheTruthOfEachEnd() {
    decisions.on(this, "MP-9.32");
  }

  @Test
  @RuleTest("MP-9.33")
  final void mp9_33_endsNoMoreThanItSays() {
    decisions.on(this, "MP-9.33");
  }

  @Test
  @RuleTest("MP-9.40")
  final void mp9_40_tellsWhatIsTakenBack() {
    decisions.on(this, "MP-9.40");
  }

  @Test
  @RuleTest("MP-9.41")
  final void mp9_41_forgetsNotices() {
    decisions.on(this, "MP-9.41");
  }

  @Test
  @RuleTest("MP-11.1")
  final void mp11_1_actsOnNoMissingMachine() {
    decisions.on(this, "MP-11.1");
  }

  @Test
  @RuleTest("MP-11.2")
  final void mp11_2_actsOnNothingElse() {
    decisions.on(this, "MP-11.2");
  }

  @Test
  @RuleTest("MP-11.3")
  final void mp11_3_saysDoneWhenItIsDone() {
    decisions.on(this, "MP-11.3");
  }

  @Test
  @RuleTest("MP-11.4")
  final void mp11_4_doubtsWhatMayBeDone() {
    decisions.on(this, "MP-11.4");
  }

  @Test
  @RuleTest("MP-11.5")
  final void mp11_5_sendsOneRequest() {
    decisions.on(this, "MP-11.5");
  }

  @Test
  @RuleTest("MP-11.6")
  final void mp11_6_givesTokens() {
    decisions.on(this, "MP-11.6");
  }

  @Test
  @RuleTest("MP-11.7")
  final void mp11_7_tellsWhatWasDone() {
    decisions.on(this, "MP-11.7");
  }

  @Test
  @RuleTest("MP-11.8")
  final void mp11_8_tellsTheTruthAfterFaults() {
    decisions.on(this, "MP-11.8");
  }

  @Test
  @RuleTest("MP-11.10")
  final void mp11_10_rebootsInBothModes() {
    decisions.on(this, "MP-11.10");
  }

  @Test
  @RuleTest("MP-11.11")
  final void mp11_11_rebootsNothingStopped() {
    decisions.on(this, "MP-11.11");
  }

  @Test
  @RuleTest("MP-11.20")
  final void mp11_20_namesItsSnapshots() {
    decisions.on(this, "MP-11.20");
  }

  @Test
  @RuleTest("MP-11.21")
  final void mp11_21_bringsBack() {
    decisions.on(this, "MP-11.21");
  }

  @Test
  @RuleTest("MP-11.30")
  final void mp11_30_showsAsStoppedAndRunning() {
    decisions.on(this, "MP-11.30");
  }

  @Test
  @RuleTest("MP-11.31")
  final void mp11_31_stopsAndStartsAgain() {
    decisions.on(this, "MP-11.31");
  }

  @Test
  @RuleTest("MP-12.1")
  final void mp12_1_tellsAllInstances() {
    decisions.on(this, "MP-12.1");
  }

  @Test
  @RuleTest("MP-12.2")
  final void mp12_2_findsThemByEachName() {
    decisions.on(this, "MP-12.2");
  }

  @Test
  @RuleTest("MP-12.3")
  final void mp12_3_tellsOfNoneThatItIsGone() {
    decisions.on(this, "MP-12.3");
  }

  @Test
  @RuleTest("MP-12.4")
  final void mp12_4_letsUsersIn() {
    decisions.on(this, "MP-12.4");
  }

  @Test
  @RuleTest("MP-12.10")
  final void mp12_10_balancesAsAskedFor() {
    decisions.on(this, "MP-12.10");
  }

  @Test
  @RuleTest("MP-12.11")
  final void mp12_11_makesOneLoadBalancer() {
    decisions.on(this, "MP-12.11");
  }

  @Test
  @RuleTest("MP-12.12")
  final void mp12_12_replacesHosts() {
    decisions.on(this, "MP-12.12");
  }

  @Test
  @RuleTest("MP-12.13")
  final void mp12_13_refusesWhatCannotBe() {
    decisions.on(this, "MP-12.13");
  }

  @Test
  @RuleTest("MP-12.14")
  final void mp12_14_deletesAgain() {
    decisions.on(this, "MP-12.14");
  }

  @Test
  @RuleTest("MP-12.15")
  final void mp12_15_isSureOfNothingDone() {
    decisions.on(this, "MP-12.15");
  }

  @Test
  @RuleTest("MP-12.16")
  final void mp12_16_takesNoErrorForAnAbsence() {
    decisions.on(this, "MP-12.16");
  }

  @Test
  @RuleTest("MP-12.20")
  final void mp12_20_tellsTheZonesOfMachines() {
    decisions.on(this, "MP-12.20");
  }

  @Test
  @RuleTest("MP-12.30")
  final void mp12_30_tellsItsClusters() {
    decisions.on(this, "MP-12.30");
  }

  @Test
  @RuleTest("MP-12.40")
  final void mp12_40_tellsRoutesAsMade() {
    decisions.on(this, "MP-12.40");
  }

  @Test
  @RuleTest("MP-12.41")
  final void mp12_41_routesAgain() {
    decisions.on(this, "MP-12.41");
  }

  @Test
  @RuleTest("MP-12.42")
  final void mp12_42_refusesRoutesThatOverlap() {
    decisions.on(this, "MP-12.42");
  }

  @Test
  @RuleTest("MP-12.43")
  final void mp12_43_isSureOfNoRoute() {
    decisions.on(this, "MP-12.43");
  }

  @Test
  @RuleTest("MP-12.50")
  final void mp12_50_registersTheseMachines() {
    decisions.on(this, "MP-12.50");
  }

  @Test
  @RuleTest("MP-12.51")
  final void mp12_51_passesOverMachinesThatAreGone() {
    decisions.on(this, "MP-12.51");
  }

  @Test
  @RuleTest("MP-12.52")
  final void mp12_52_knowsNobodyBehindNothing() {
    decisions.on(this, "MP-12.52");
  }

  @Test
  @RuleTest("MP-12.53")
  final void mp12_53_isSureOfNoRegistration() {
    decisions.on(this, "MP-12.53");
  }

  @Test
  @RuleTest("MP-12.60")
  final void mp12_60_tellsOfEverySize() {
    decisions.on(this, "MP-12.60");
  }

  @Test
  @RuleTest("MP-12.61")
  final void mp12_61_launchesWhatIsOnOffer() {
    decisions.on(this, "MP-12.61");
  }

  @Test
  @RuleTest("MP-12.70")
  final void mp12_70_tellsOfEveryQuota() {
    decisions.on(this, "MP-12.70");
  }

  @Test
  @RuleTest("MP-12.71")
  final void mp12_71_countsWhatIsUsed() {
    decisions.on(this, "MP-12.71");
  }

  @Test
  @RuleTest("MP-12.72")
  final void mp12_72_knowsWhatALaunchRanInto() {
    decisions.on(this, "MP-12.72");
  }

  @Test
  @RuleTest("MP-13.1")
  final void mp13_1_comesToItsTarget() {
    decisions.on(this, "MP-13.1");
  }

  @Test
  @RuleTest("MP-13.2")
  final void mp13_2_raisesToANumber() {
    decisions.on(this, "MP-13.2");
  }

  @Test
  @RuleTest("MP-13.3")
  final void mp13_3_isNeverLowered() {
    decisions.on(this, "MP-13.3");
  }

  @Test
  @RuleTest("MP-13.4")
  final void mp13_4_refusesWhatAGroupCannotHave() {
    decisions.on(this, "MP-13.4");
  }

  @Test
  @RuleTest("MP-13.5")
  final void mp13_5_isSureThatAGroupWasNotTold() {
    decisions.on(this, "MP-13.5");
  }

  @Test
  @RuleTest("MP-13.6")
  final void mp13_6_shrinksAGroupByWhoIsEnded() {
    decisions.on(this, "MP-13.6");
  }

  @Test
  @RuleTest("MP-13.7")
  final void mp13_7_hasTheDeadReplaced() {
    decisions.on(this, "MP-13.7");
  }

  @Test
  @RuleTest("MP-13.8")
  final void mp13_8_countsWhoJoinsAGroup() {
    decisions.on(this, "MP-13.8");
  }

  @Test
  @RuleTest("MP-13.9")
  final void mp13_9_letsAGroupPlaceItsMachines() {
    decisions.on(this, "MP-13.9");
  }

  @Test
  @RuleTest("MP-13.20")
  final void mp13_20_holdsWhoComesAsLongAsItIsToldTo() {
    decisions.on(this, "MP-13.20");
  }

  @Test
  @RuleTest("MP-13.21")
  final void mp13_21_holdsWhoGoesAsLongAsItIsToldTo() {
    decisions.on(this, "MP-13.21");
  }

  @Test
  @RuleTest("MP-13.22")
  final void mp13_22_forgivesAnAnswerThatComesLate() {
    decisions.on(this, "MP-13.22");
  }

  /** Sums up, writes the certificate, and fails unless it is earned. */
  @Test
  final void certificate() {
    decisions.sumUp(this);
  }
}
